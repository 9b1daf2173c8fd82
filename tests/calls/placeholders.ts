import fc from 'fast-check'

/** The placeholders of fields whose schema would refuse `@field`. */
const placeholders: Readonly<Record<string, string>> = {
  email: 'stand-in@example.com',
  delivery_date: '2098-07-06',
}

/** A placeholder in generated bodies that is replaced when the request is made. */
export const placeholder = (field: string) => placeholders[field] ?? `@${field}`

/** A generated body takes this field from the prepared body, or from what the organisation has. */
export const fromPrepared = (field: string) => fc.constant(placeholder(field))

/** The same, or the field is left out. */
export const fromPreparedOrMissing = (field: string) => fc.constantFrom(placeholder(field), undefined)

/** The same for an object whose schema expects texts under `names`. */
export const objectFromPrepared = (field: string, names: readonly string[]) =>
  fc.constant(Object.fromEntries(names.map((name) => [name, placeholder(field)])))

/** The same for a list whose schema expects texts. */
export const listFromPrepared = (field: string) => fc.constant([placeholder(field)])

/** Replaces the placeholders by the values of `fields`. */
export function replacePlaceholders(value: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  const fieldOf = (text: unknown) => Object.keys(fields).find((name) => placeholder(name) === text)
  if (Array.isArray(value)) {
    const whole = fields[fieldOf(value[0]) ?? '']
    return Array.isArray(whole) ? whole : value.map((inner) => replacePlaceholders(inner, fields))
  }
  if (typeof value === 'object' && value !== null) {
    const whole = fields[fieldOf(Object.values(value)[0]) ?? '']
    if (typeof whole === 'object' && whole !== null) return whole
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replacePlaceholders(inner, fields)]))
  }
  const field = fieldOf(value)
  return field === undefined ? value : fields[field]
}
