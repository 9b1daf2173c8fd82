import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './form.module.css'

/** The props of an input element that connect it to the field's label, hint and error. */
export interface LabelledControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  required: boolean
  className: string
}

export interface CommonFieldProps {
  label: ReactNode
  hint?: ReactNode
  /** The field may be left empty, and the label says so. */
  optional?: boolean | undefined
  className?: string | undefined
}

interface ShellProps extends CommonFieldProps {
  error?: string | undefined
  /** True for a form's fields that are not optional. A filter of a list is neither required nor optional. */
  required?: boolean
  /** The id of another element that describes the field. */
  describedBy?: string | undefined
  children: (control: LabelledControlProps) => ReactNode
}

/**
 * A control with its label above and its messages below, connected for screen readers. Also used outside forms, for example for
 * filters.
 */
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
