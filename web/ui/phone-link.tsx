/** A number to call by a touch. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a className="tabular reach" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
    {phone}
  </a>
)
