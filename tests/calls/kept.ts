import fc from 'fast-check'

/** A placeholder in generated bodies that is replaced when the request is made. */
export const standIn = (field: string) => (field === 'email' ? 'stand-in@example.com' : `@${field}`)

/** A generated body takes this field from the prepared body, or from what the organisation has. */
export const kept = (field: string) => fc.constant(standIn(field))

/** The same, or the field is left out. */
export const perhaps = (field: string) => fc.constantFrom(standIn(field), undefined)

/** The same for an object whose schema expects texts under `names`. */
export const keptWhole = (field: string, names: readonly string[]) =>
  fc.constant(Object.fromEntries(names.map((name) => [name, standIn(field)])))

/** The same for a list whose schema expects texts. */
export const keptList = (field: string) => fc.constant([standIn(field)])

/** Replaces the placeholders by the values of `fields`. */
export function fillIn(value: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  const fieldOf = (text: unknown) => Object.keys(fields).find((name) => standIn(name) === text)
  if (Array.isArray(value)) {
    const whole = fields[fieldOf(value[0]) ?? '']
    return Array.isArray(whole) ? whole : value.map((inner) => fillIn(inner, fields))
  }
  if (typeof value === 'object' && value !== null) {
    const whole = fields[fieldOf(Object.values(value)[0]) ?? '']
    if (typeof whole === 'object' && whole !== null) return whole
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillIn(inner, fields)]))
  }
  const field = fieldOf(value)
  return field === undefined ? value : fields[field]
}
