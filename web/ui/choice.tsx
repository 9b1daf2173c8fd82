import { type ComponentProps, type ReactNode, startTransition, useId, useOptimistic } from 'react'
import styles from './choice.module.css'
import { classNames } from './class-names.ts'
import form from './form.module.css'
import { bindField, type FieldReference } from './form.tsx'

interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  onTick: (isTicked: boolean) => void
}

/** A controlled checkbox with its label, for use in a form or outside. */
export const Checkbox = ({ onTick, children, ...rest }: CheckBoxProps) => (
  <label className={styles.check}>
    <input type="checkbox" {...rest} onChange={({ target }) => onTick(target.checked)} />
    {children}
  </label>
)

interface CheckProps<V> extends FieldReference<V, boolean> {
  label: ReactNode
  className?: string | undefined
}

interface BoxProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox outside a form that takes effect at once. Its tick appears immediately, even if the change is rendered later. */
export function InstantCheckbox({ label, checked, onChange }: BoxProps) {
  const [isTicked, setTicked] = useOptimistic(checked)
  const tick = (next: boolean) =>
    startTransition(() => {
      setTicked(next)
      onChange(next)
    })
  return (
    <Checkbox checked={isTicked} onTick={tick}>
      {label}
    </Checkbox>
  )
}

/** A checkbox in a form. */
export function CheckboxField<V>({ form: of, name, label, className }: CheckProps<V>) {
  const { value, error, set } = bindField(of, name)
  const id = useId()
  return (
    <div className={classNames(form.field, className)}>
      <Checkbox
        name={name}
        checked={value === true}
        aria-invalid={Boolean(error)}
        aria-describedby={error && id}
        onTick={set}
      >
        {label}
      </Checkbox>
      {error && (
        <span id={id} className={form.error}>
          {error}
        </span>
      )}
    </div>
  )
}

interface ChoiceProps<V extends string> {
  label: ReactNode
  value: V | ''
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  error?: string | undefined
  /** Puts the options beside the label, for short answers. */
  isBeside?: boolean
}

/** A choice between several visible options. It is controlled, and can be used in a form or outside. */
export function RadioChoice<V extends string>({ label, value, options, onChange, error, isBeside }: ChoiceProps<V>) {
  const id = useId()
  return (
    <fieldset
      className={classNames(styles.group, form.field, isBeside && styles.beside)}
      aria-invalid={Boolean(error)}
      aria-describedby={error && `${id}-error`}
    >
      <legend className={form.label}>{label}</legend>
      <div className={styles.choices}>
        {options.map((option) => (
          <label key={option.value} className={styles.check}>
            <input
              type="radio"
              name={id}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              aria-invalid={Boolean(error)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <span id={`${id}-error`} className={form.error}>
          {error}
        </span>
      )}
    </fieldset>
  )
}

interface CheckGroupProps<V> extends FieldReference<V, readonly string[]> {
  label: ReactNode
  /** At least one box has to be ticked. The legend tells the user so, because a group has no `required` attribute. */
  required?: boolean
  options: readonly { value: string; label: string; hint?: string }[]
}

/**
 * A group of checkboxes. The form's value is the list of all ticked options, in this group and in other groups of the same name.
 */
export function CheckboxGroupField<V>({ form: of, name, label, required, options }: CheckGroupProps<V>) {
  const { value, error, set } = bindField(of, name)
  const id = useId()
  const ticked: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <fieldset className={classNames(styles.group, form.field)} aria-describedby={error && `${id}-error`}>
      <legend className={form.label}>
        {label}
        {required && ' (At least one)'}
      </legend>
      {options.map((option) => (
        <div key={option.value}>
          <label className={styles.check}>
            <input
              type="checkbox"
              name={name}
              checked={ticked.includes(option.value)}
              aria-invalid={Boolean(error)}
              aria-describedby={option.hint && `${id}-${option.value}`}
              onChange={({ target }) =>
                set(target.checked ? [...ticked, option.value] : ticked.filter((known) => known !== option.value))
              }
            />
            {option.label}
          </label>
          {option.hint && (
            <span id={`${id}-${option.value}`} className={classNames(form.hint, styles.below)}>
              {option.hint}
            </span>
          )}
        </div>
      ))}
      {error && (
        <span id={`${id}-error`} className={form.error}>
          {error}
        </span>
      )}
    </fieldset>
  )
}
