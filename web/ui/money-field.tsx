import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { Field, useField } from './form.tsx'

/** Dollars. What is typed stays as it is typed; cents that come from elsewhere are written out: 12.50, not 12.5. */
export function MoneyField(props: Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'hint' | 'className'>) {
  const input = useRef<HTMLInputElement>(null)
  const { value } = useField(props.name)

  // As a number it means the same, so React leaves it.
  useLayoutEffect(() => {
    const isTyped = document.activeElement === input.current
    if (input.current && !isTyped && typeof value === 'number' && !Number.isInteger(value))
      input.current.value = value.toFixed(2)
  }, [value])

  return <Field ref={input} type="number" inputMode="decimal" step="0.01" min="0" {...props} />
}
