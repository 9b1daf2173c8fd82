import fc from 'fast-check'

/** The placeholders of fields whose schema would refuse the usual one, `@` with the name of the field. */
const placeholders: Readonly<Record<string, string>> = {
  email: 'stand-in@example.com',
  delivery_date: '2098-07-06',
  ends_on: '2098-07-07',
}

/**
 * Returns the placeholder that stands for the value of a field in generated bodies. When the request is made, it is replaced by the
 * field's value in the prepared request, or by an id that the organisation has.
 */
export const placeholder = (field: string) => placeholders[field] ?? `@${field}`

/**
 * Generates the field's placeholder, so that the request is sent with the prepared request's field in its place, or with an id that
 * the organisation has.
 */
export const placeholderGenerator = (field: string) => fc.constant(placeholder(field))

/** Generates the field's placeholder, or leaves the field out. */
export const placeholderOrMissing = (field: string) => fc.constantFrom(placeholder(field), undefined)

/** Generates an object with the field's placeholder under each of `names`, where the schema expects texts. */
export const placeholderObject = (field: string, names: readonly string[]) =>
  fc.constant(Object.fromEntries(names.map((name) => [name, placeholder(field)])))

/** Generates a list with the field's placeholder as its only entry, for a schema that expects a list of texts. */
export const placeholderList = (field: string) => fc.constant([placeholder(field)])

/** Replaces the placeholders in a generated value by the values of `fields`. */
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
