import { type ClipboardEvent, type FormEvent, useLayoutEffect, useRef } from 'react'
import { bindField, Field, type FieldProps } from './form.tsx'

const withComma = /^\s*\$?(\d+),(\d{1,2})\s*$/

/** Inserts text as if it had been typed. A number field offers no other way to change only a part of its content. */
function typeInstead(event: FormEvent, text: string) {
  event.preventDefault()
  document.execCommand('insertText', false, text)
}

/** Types a point for a typed comma. A number field drops a comma, so 15,50 would become 1550. */
function typePoint(event: FormEvent<HTMLInputElement>) {
  if ('data' in event && event.data === ',') typeInstead(event, '.')
}

function pastePoint(event: ClipboardEvent<HTMLInputElement>) {
  const [, dollars, cents] = withComma.exec(event.clipboardData.getData('text')) ?? []
  if (dollars) typeInstead(event, `${dollars}.${cents}`)
}

/**
 * A field for an amount in dollars. A typed comma, or a pasted one before the last one or two digits, counts as the decimal point.
 * Typed text stays as it was typed; an amount that is set from elsewhere shows its cents: 12.50, not 12.5.
 */
export function MoneyField<V>(props: FieldProps<V, string | number, object>) {
  const input = useRef<HTMLInputElement>(null)
  const { value } = bindField(props.form, props.name)

  // Shows the cents of an amount that was not typed. React does not overwrite the text, because its numeric value is still the
  // same.
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
