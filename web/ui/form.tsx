import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { valueAt } from '../lib/field-paths.ts'
import type { FormApi } from '../lib/use-form.ts'
import { classNames } from './class-names.ts'
import styles from './form.module.css'

type Known = Pick<FormApi, 'values' | 'errors' | 'set'>

const FormContext = createContext<Known | undefined>(undefined)

interface FormProps<V> {
  form: FormApi<V>
  /** Says what the form is for, to who cannot see what stands around it. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** Fields of `useForm`, disabled while busy; what failed as a whole stands above them. */
export function Form<V>({ form, label, className, children }: FormProps<V>) {
  return (
    <form
      ref={form.formRef}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A form in a dialog is inside its opener's form for React, not for the reader.
        event.stopPropagation()
        void form.submit()
      }}
    >
      <FormContext.Provider value={form}>
        <fieldset disabled={form.busy} className={classNames(styles.fields, className)}>
          {form.wasKept && <KeptNote />}
          <FormAlert>{form.failure}</FormAlert>
          {children}
        </fieldset>
      </FormContext.Provider>
    </form>
  )
}

/** Tells that values from before a reload are in the form again. */
export const KeptNote = () => <p className="muted small">What you entered before is still here.</p>

/** What went wrong, read out as it appears; nothing without text. */
export function FormAlert({ children, tone = 'error' }: { children: ReactNode; tone?: 'error' | 'notice' }) {
  if (!children) return null
  return (
    <div role="alert" className={classNames(styles.alert, tone === 'notice' && styles.notice)}>
      {children}
    </div>
  )
}

/** The value and the error of one field, for controls that `Field` does not know. `name` is a path: `rx.0.number`. */
export function useField(name: string) {
  const form = useContext(FormContext)
  if (!form) throw new Error('A field stands in a <Form>')
  const value = valueAt(form.values, name)
  if (value === undefined) throw new Error(`The form has no field ${name}`)
  return { value, error: form.errors[name], set: (next: unknown) => form.set(name, next) }
}

/** What ties a control to its label and its messages. */
export interface Control {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  className: string
}

interface ShellProps {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  hideLabel?: boolean | undefined
  className?: string | undefined
  children: (control: Control) => ReactNode
}

/** Label above, messages below, tied together; outside of a form as well, such as for filters. */
export function FieldShell({ label, error, hint, hideLabel, className, children }: ShellProps) {
  const id = useId()
  const described = classNames(Boolean(hint) && `${id}-hint`, error && `${id}-error`)
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'unseen' : styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': described || undefined,
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

export interface FieldCommon {
  name: string
  label: ReactNode
  hint?: ReactNode
  hideLabel?: boolean
  className?: string | undefined
}

export const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

type FieldProps = FieldCommon & Omit<ComponentProps<'input'>, 'name' | 'value' | 'onChange' | 'className'>

/** One line of text. With `type="number"` the form holds a number, or '' while it is empty. */
export function Field({ name, label, hint, hideLabel, className, ...rest }: FieldProps) {
  const { value, error, set } = useField(name)
  return (
    <FieldShell label={label} error={error} hint={hint} hideLabel={hideLabel} className={className}>
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

type TextAreaProps = FieldCommon & Omit<ComponentProps<'textarea'>, 'name' | 'value' | 'onChange' | 'className'>

/** Several lines of text. */
export function TextAreaField({ name, label, hint, hideLabel, className, ...rest }: TextAreaProps) {
  const { value, error, set } = useField(name)
  return (
    <FieldShell label={label} error={error} hint={hint} hideLabel={hideLabel} className={className}>
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
