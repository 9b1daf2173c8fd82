type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/**
 * Decides like EventBridge whether an event matches a pattern, as far as our patterns go: exact values, `prefix`, `anything-but` with
 * a prefix, and `exists`. A field whose value is an array matches if one of its elements does.
 */
export const matchesEvent = (pattern: object, event: object): boolean =>
  Object.entries(pattern).every(([name, expected]) => {
    const value: Json | undefined = Object.entries(event).find(([each]) => each === name)?.[1]
    if (!Array.isArray(expected)) return matchesEvent(Object(expected), Object(value ?? {}))
    const values = value === undefined ? [undefined] : [value].flat()
    return expected.some((one) => values.some((each) => matchesValue(one, each)))
  })

function matchesValue(condition: unknown, value: unknown): boolean {
  if (typeof condition !== 'object' || condition === null) return condition === value
  const [[operator, operand] = ['', undefined], ...others] = Object.entries(condition)
  if (others.length > 0) throw new Error(`This test does not know ${JSON.stringify(condition)}`)
  if (operator === 'exists') return (value !== undefined) === operand
  // All other operators need a value.
  if (typeof value !== 'string') return false
  if (operator === 'prefix') return value.startsWith(operand)
  if (operator === 'anything-but')
    return ![Object(operand).prefix].flat().some((prefix: string) => value.startsWith(prefix))
  throw new Error(`This test does not know ${JSON.stringify(condition)}`)
}
