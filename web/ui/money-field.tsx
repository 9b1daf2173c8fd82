import { type ClipboardEvent, type FormEvent, useLayoutEffect, useRef } from 'react'
import { Field, type FieldProps, fieldOf } from './form.tsx'

const withComma = /^\s*\$?(\d+),(\d{1,2})\s*$/

/** As if typed: a field of numbers has no other way to change a part of what stands in it. */
function typeInstead(event: FormEvent, text: string) {
  event.preventDefault()
  document.execCommand('insertText', false, text)
}

/** A number field drops a comma, and 15,50 would become 1550. */
function typePoint(event: FormEvent<HTMLInputElement>) {
  if ('data' in event && event.data === ',') typeInstead(event, '.')
}

function pastePoint(event: ClipboardEvent<HTMLInputElement>) {
  const [, dollars, cents] = withComma.exec(event.clipboardData.getData('text')) ?? []
  if (dollars) typeInstead(event, `${dollars}.${cents}`)
}

/** Dollars. A comma counts as the point. What is typed stays as it is typed; cents that come from elsewhere are written out: 12.50, not 12.5. */
export function MoneyField<V>(props: FieldProps<V, string | number, object>) {
  const input = useRef<HTMLInputElement>(null)
  const { value } = fieldOf(props.form, props.name)

  // As a number it means the same, so React leaves it.
  useLayoutEffect(() => {
    const isTyped = document.activeElement === input.current
    if (input.current && !isTyped && typeof value === 'number' && !Number.isInteger(value))
      input.current.value = value.toFixed(2)
  }, [value])

  return (
    <Field
      ref={input}
      type="number"
      inputMode="decimal"
      step="0.01"
      min="0"
      onBeforeInput={typePoint}
      onPaste={pastePoint}
      {...props}
    />
  )
}
