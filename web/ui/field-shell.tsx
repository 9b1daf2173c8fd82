import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './form.module.css'

/** What ties a control to its label and its messages. */
export interface Control {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  required: boolean
  className: string
}

export interface FieldLook {
  label: ReactNode
  hint?: ReactNode
  /** May be left empty. The label says so. */
  optional?: boolean | undefined
  className?: string | undefined
}

interface ShellProps extends FieldLook {
  error?: string | undefined
  /** For fields of a form that are not optional. Filters of a list are neither required nor optional. */
  required?: boolean
  /** The id of another element that describes the field. */
  describedBy?: string | undefined
  children: (control: Control) => ReactNode
}

/** Label above, messages below, tied together; outside of a form as well, such as for filters. */
export function FieldShell({
  label,
  error,
  hint,
  optional,
  required = false,
  describedBy,
  className,
  children,
}: ShellProps) {
  const id = useId()
  const described = classNames(Boolean(hint) && `${id}-hint`, error && `${id}-error`, describedBy)
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional && ' (Optional)'}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': described || undefined,
        required,
        className: styles.control ?? '',
      })}
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </div>
  )
}
