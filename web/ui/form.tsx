import type { ComponentProps, ReactNode } from 'react'
import { reloadIfOnline } from '../lib/browser/load-part.ts'
import { type FieldPath, valueAt } from '../lib/forms/form-values.ts'
import type { FormApi } from '../lib/forms/use-form.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { type CommonFieldProps, FieldShell } from './field-shell.tsx'
import styles from './form.module.css'
import { FormAlert } from './form-alert.tsx'

interface FormProps<V> {
  form: FormApi<V>
  /** The accessible name of the form, for users who cannot see what is around it. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

/**
 * A form of `useForm`, with its fields as children. The fields cannot be changed while the form is busy. A failure of the whole
 * form is shown above them.
 */
export function Form<V>({ form, label, className, children }: FormProps<V>) {
  return (
    <form
      ref={form.formRef}
      aria-label={label}
      noValidate
      className={classNames(styles.fields, className)}
      onSubmit={(event) => {
        event.preventDefault()
        // In React's tree, a dialog's form is inside the form that opened the dialog, but submitting the inner form must not submit
        // the outer one.
        event.stopPropagation()
        void form.submit()
      }}
    >
      {form.wasRestored && <StoredValuesNote />}
      <FormAlert>{form.failure}</FormAlert>
      {form.needsReload && <Button onClick={() => void reloadIfOnline()}>Reload</Button>}
      {children}
    </form>
  )
}

/** Tells the user that the form contains values that were entered earlier, for example before a reload. */
export const StoredValuesNote = () => <p className="muted small">What you entered before is still here.</p>

/** Identifies a field of a form. `name` is a path in the form's schema: `rx_information.0.copay`. */
export interface FieldReference<V, T> {
  form: FormApi<V>
  name: FieldPath<V, T> & string
}

type AnyForm = Pick<FormApi, 'values' | 'errors'> & { set(path: string, value: unknown): void }

/** Returns the value and the error of one field, and a function that changes its value. Throws if the form has no such field. */
export function bindField(form: AnyForm, name: string) {
  const value = valueAt(form.values, name)
  if (value === undefined) throw new Error(`The form has no field ${name}`)
  return {
    value,
    error: form.errors[name],
    set: (next: unknown) => form.set(name, next),
  }
}

export const toInputText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The props of a form's control: which field of the form it edits, the label and hint, and the other attributes of its element. */
export type FieldProps<V, T, Element> = FieldReference<V, T> &
  CommonFieldProps &
  Omit<Element, 'form' | 'name' | 'value' | 'onChange' | 'required' | keyof CommonFieldProps>

/** A single-line text field. With `type="number"` the form's value is a number, or '' while the field is empty. */
export function Field<V>({
  form,
  name,
  label,
  hint,
  optional,
  className,
  ...rest
}: FieldProps<V, string | number, ComponentProps<'input'>>) {
  const { value, error, set } = bindField(form, name)
  return (
    <FieldShell {...{ label, error, hint, optional, className }} required={!optional}>
      {(control) => (
        <input
          {...rest}
          {...control}
          name={name}
          // The number is passed as it is and not as text, because React then keeps the typed text as long as its value is equal:
          // 12.50 stays 12.50.
          value={typeof value === 'number' ? value : toInputText(value)}
          onChange={({ target }) =>
            set(rest.type !== 'number' ? target.value : Number.isNaN(target.valueAsNumber) ? '' : target.valueAsNumber)
          }
        />
      )}
    </FieldShell>
  )
}

/** A text field of several lines. */
export function TextAreaField<V>({
  form,
  name,
  label,
  hint,
  optional,
  className,
  ...rest
}: FieldProps<V, string, ComponentProps<'textarea'>>) {
  const { value, error, set } = bindField(form, name)
  return (
    <FieldShell {...{ label, error, hint, optional, className }} required={!optional}>
      {(control) => (
        <textarea
          rows={3}
          {...rest}
          {...control}
          name={name}
          value={toInputText(value)}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </FieldShell>
  )
}
