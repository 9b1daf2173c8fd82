/** The product's sign and name. */
export function Logo() {
  return (
    <>
      <img src="/favicon.svg" alt="" width="28" height="28" /> <span>Carelane</span>
    </>
  )
}
