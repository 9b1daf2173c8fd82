import { useLayoutEffect, useRef } from 'react'
import { Field, type FieldProps, fieldOf } from './form.tsx'

/** Dollars. What is typed stays as it is typed; cents that come from elsewhere are written out: 12.50, not 12.5. */
export function MoneyField<V>(props: FieldProps<V, string | number, object>) {
  const input = useRef<HTMLInputElement>(null)
  const { value } = fieldOf(props.form, props.name)

  // As a number it means the same, so React leaves it.
  useLayoutEffect(() => {
    const isTyped = document.activeElement === input.current
    if (input.current && !isTyped && typeof value === 'number' && !Number.isInteger(value))
      input.current.value = value.toFixed(2)
  }, [value])

  return <Field ref={input} type="number" inputMode="decimal" step="0.01" min="0" {...props} />
}
