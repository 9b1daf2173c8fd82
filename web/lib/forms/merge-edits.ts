const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isText = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number'

function adopt(sample: unknown, value: unknown): unknown {
  if (Array.isArray(sample)) return Array.isArray(value) ? value.map((row) => adopt(sample[0] ?? row, row)) : sample
  if (isRecord(sample))
    return Object.fromEntries(
      Object.entries(sample).map(([name, field]) => [name, adopt(field, isRecord(value) ? value[name] : undefined)]),
    )
  const isAlike = typeof sample === 'boolean' ? typeof value === 'boolean' : isText(value)
  return isAlike ? value : sample
}

/**
 * Returns `value` in the shape of `sample`. A field that is missing or of another type gets the sample's value, because an older
 * release may have stored the form in another shape. Texts, numbers and null count as one type, because an empty number field
 * holds '' and a field without a choice may hold null.
 */
export const fitValuesToSample = <V>(sample: V, value: unknown) => adopt(sample, value) as V

/** Returns `newest` with the user's edits, which are the fields where `typed` differs from `opened`. */
export function mergeEdits<V>(opened: V, typed: V, newest: V): V {
  const merged = { ...newest }
  for (const field in typed)
    if (JSON.stringify(typed[field]) !== JSON.stringify(opened[field])) merged[field] = typed[field]
  return merged
}
