import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

interface Look {
  variant?: 'plain' | 'primary' | 'danger' | 'quiet' | undefined
  size?: 'small' | undefined
  /** As wide as what it stands in. */
  wide?: boolean | undefined
  className?: string | undefined
}

const classOf = ({ variant = 'plain', size, wide, className }: Look) =>
  classNames(styles.button, styles[variant], size && styles[size], wide && styles.wide, className)

interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'className'> {
  /** Disables it and says `busyText` in place of its own text. */
  busy?: boolean
  busyText?: string
}

export function Button({ variant, size, wide, className, busy, busyText, children, disabled, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} disabled={disabled || busy} className={classOf({ variant, size, wide, className })}>
      {(busy && busyText) || children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  wide,
  className,
  ...rest
}: Look & Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...rest} className={classOf({ variant, size, wide, className })} />
}
