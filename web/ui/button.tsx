import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'

interface Look {
  variant?: 'plain' | 'primary' | 'danger' | 'quiet' | undefined
  size?: 'small' | undefined
  /** The button is as wide as its container. */
  wide?: boolean | undefined
  className?: string | undefined
}

/** Returns the classes of a button, for other elements that look like one, such as a `PhoneLink`. */
export const buttonClass = ({ variant = 'plain', size, wide, className }: Look) =>
  classNames(styles.button, styles[variant], size && styles[size], wide && styles.wide, className)

interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'className' | 'disabled'> {
  /** The action is running: the button shows `busyText`, keeps the focus and ignores a second press. */
  busy?: boolean
  busyText?: string
}

/**
 * A button that never gets the attribute `disabled`, because that would drop the focus. Use `GuardedButton` for a button that is
 * unusable for a reason.
 */
export function Button({ variant, size, wide, className, busy, busyText, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || rest['aria-disabled']}
      className={classNames(buttonClass({ variant, size, wide, className }), rest['aria-disabled'] && styles.off)}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
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
  return <Link {...rest} className={buttonClass({ variant, size, wide, className })} />
}
