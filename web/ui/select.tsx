import { classNames } from './class-names.ts'
import { FieldShell, type LabelledControlProps } from './field-shell.tsx'
import { bindField, type FieldProps, toInputText } from './form.tsx'
import styles from './select.module.css'

interface Option {
  value: string
  label: string
}

/** Options under a heading of their own. */
interface Group {
  label: string
  options: readonly Option[]
}

interface SelectProps {
  control: LabelledControlProps
  options: readonly (Option | Group)[]
  value: string
  onChange: (value: string) => void
  /** The text of the option for no choice, whose value is ''. */
  placeholder?: string | undefined
  name?: string
  disabled?: boolean | undefined
}

/** A dropdown whose options cannot be searched, in a `FieldShell`. */
export function Select({ control, options, onChange, placeholder, ...rest }: SelectProps) {
  return (
    <select
      {...control}
      {...rest}
      className={classNames(control.className, styles.select)}
      onChange={({ target }) => onChange(target.value)}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) =>
        'options' in option ? (
          <optgroup key={option.label} label={option.label}>
            {option.options.map(toOption)}
          </optgroup>
        ) : (
          toOption(option)
        ),
      )}
    </select>
  )
}

const toOption = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
)

type SelectFieldProps<V> = FieldProps<V, string | null, Pick<SelectProps, 'options' | 'placeholder'>>

/** A dropdown in a form. The value null is shown as no choice. */
export function SelectField<V>({ form, name, label, hint, optional, className, ...rest }: SelectFieldProps<V>) {
  const { value, error, set } = bindField(form, name)
  return (
    <FieldShell {...{ label, error, hint, optional, className }} required={!optional}>
      {(control) => <Select {...rest} control={control} name={name} value={toInputText(value)} onChange={set} />}
    </FieldShell>
  )
}
