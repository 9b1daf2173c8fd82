import type { ReactNode } from 'react'
import { formatPhone } from '#shared/rules/phone-number.ts'
import { classNames } from './class-names.ts'
import styles from './phone-link.module.css'

interface PhoneLinkProps {
  phone: string
  className?: string | undefined
  /** The accessible name, if the number alone would not identify the link. */
  name?: string
  /** Shown in place of the number. */
  children?: ReactNode
}

/** A phone number as a link that calls it. */
export const PhoneLink = ({ phone, className, name, children = formatPhone(phone) }: PhoneLinkProps) => (
  <a
    className={className ?? classNames('tabular reach', styles.phone)}
    href={`tel:${phone.replace(/[^\d+]/g, '')}`}
    aria-label={name}
  >
    {children}
  </a>
)
