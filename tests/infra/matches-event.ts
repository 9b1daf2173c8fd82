type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/**
 * Decides like EventBridge whether an event matches a pattern, as far as our patterns go: exact values, `prefix`, `anything-but` with
 * a prefix, and `exists`. A field whose value is an array matches if one of its elements does.
 */
export const matchesEvent = (pattern: object, event: object): boolean =>
  Object.entries(pattern).every(([name, wanted]) => {
    const value: Json | undefined = Object.entries(event).find(([each]) => each === name)?.[1]
    if (!Array.isArray(wanted)) return matchesEvent(Object(wanted), Object(value ?? {}))
    const values = value === undefined ? [undefined] : [value].flat()
    return wanted.some((one) => values.some((each) => matchesValue(one, each)))
  })

function matchesValue(wanted: unknown, value: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return wanted === value
  const [[operator, operand] = ['', undefined], ...others] = Object.entries(wanted)
  if (others.length > 0) throw new Error(`This test does not know ${JSON.stringify(wanted)}`)
  if (operator === 'exists') return (value !== undefined) === operand
  // All other operators need a value.
  if (typeof value !== 'string') return false
  if (operator === 'prefix') return value.startsWith(operand)
  if (operator === 'anything-but')
    return ![Object(operand).prefix].flat().some((prefix: string) => value.startsWith(prefix))
  throw new Error(`This test does not know ${JSON.stringify(wanted)}`)
}
