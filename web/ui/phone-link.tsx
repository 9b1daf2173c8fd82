import { classNames } from './class-names.ts'
import styles from './phone-link.module.css'

/** A number to call by a touch. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a className={classNames('tabular reach', styles.phone)} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
    {phone}
  </a>
)
