import { type ComponentProps, type ReactNode, useId } from 'react'
import { type FieldPath, valueAt } from '../lib/field-paths.ts'
import type { FormApi } from '../lib/use-form.ts'
import { classNames } from './class-names.ts'
import styles from './form.module.css'
import { Live } from './live.tsx'

interface FormProps<V> {
  form: FormApi<V>
  /** Says what the form is for, to who cannot see what stands around it. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** The fields of `useForm`, which accept no change while it is busy. A failure of the whole form is shown above them. */
export function Form<V>({ form, label, className, children }: FormProps<V>) {
  return (
    <form
      ref={form.formRef}
      aria-label={label}
      noValidate
      className={classNames(styles.fields, className)}
      onSubmit={(event) => {
        event.preventDefault()
        // A form in a dialog is inside its opener's form for React, not for the reader.
        event.stopPropagation()
        void form.submit()
      }}
    >
      {form.wasKept && <KeptNote />}
      <FormAlert>{form.failure}</FormAlert>
      {children}
    </form>
  )
}

/** Tells that values from before a reload are in the form again. */
export const KeptNote = () => <p className="muted small">What you entered before is still here.</p>

/** Shows and announces what went wrong; renders nothing without a text. */
export function FormAlert({ children, tone = 'error' }: { children: ReactNode; tone?: 'error' | 'notice' }) {
  if (!children) return null
  return (
    <Live role="alert" className={classNames(styles.alert, tone === 'notice' && styles.notice)}>
      {children}
    </Live>
  )
}

/** A notice that is there from the start, and therefore not announced. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <div className={classNames(styles.alert, styles.notice)}>{children}</div>
)

/** The field of a form that a control belongs to. `name` is a path in the form's schema: `rx_information.0.copay`. */
export interface FieldOf<V, T> {
  form: FormApi<V>
  name: FieldPath<V, T> & string
}

type AnyForm = Pick<FormApi, 'values' | 'errors' | 'leave'> & { set(path: string, value: unknown): void }

/** The value and the error of one field, a function to change it, and one to call when the focus leaves it. */
export function fieldOf(form: AnyForm, name: string) {
  const value = valueAt(form.values, name)
  if (value === undefined) throw new Error(`The form has no field ${name}`)
  return {
    value,
    error: form.errors[name],
    set: (next: unknown) => form.set(name, next),
    leave: () => form.leave(name),
  }
}

/** What ties a control to its label and its messages. */
export interface Control {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  required: boolean
  className: string
}

interface FieldLook {
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

export const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The props of a form's control: its field, its look, and whatever else the element takes. */
export type FieldProps<V, T, Element> = FieldOf<V, T> &
  FieldLook &
  Omit<Element, 'form' | 'name' | 'value' | 'onChange' | 'required' | keyof FieldLook>

/** One line of text. With `type="number"` the form holds a number, or '' while it is empty. */
export function Field<V>({
  form,
  name,
  label,
  hint,
  optional,
  className,
  ...rest
}: FieldProps<V, string | number, ComponentProps<'input'>>) {
  const { value, error, set } = fieldOf(form, name)
  return (
    <FieldShell {...{ label, error, hint, optional, className }} required={!optional}>
      {(control) => (
        <input
          {...rest}
          {...control}
          name={name}
          // As a number, React leaves what is typed while it means the same: 12.50 stays 12.50.
          value={typeof value === 'number' ? value : textOf(value)}
          onChange={({ target }) =>
            set(rest.type !== 'number' ? target.value : Number.isNaN(target.valueAsNumber) ? '' : target.valueAsNumber)
          }
        />
      )}
    </FieldShell>
  )
}

/** Several lines of text. */
export function TextAreaField<V>({
  form,
  name,
  label,
  hint,
  optional,
  className,
  ...rest
}: FieldProps<V, string, ComponentProps<'textarea'>>) {
  const { value, error, set } = fieldOf(form, name)
  return (
    <FieldShell {...{ label, error, hint, optional, className }} required={!optional}>
      {(control) => (
        <textarea
          rows={3}
          {...rest}
          {...control}
          name={name}
          value={textOf(value)}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </FieldShell>
  )
}
