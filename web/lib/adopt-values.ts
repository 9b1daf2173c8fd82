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
 * `value` in the form of `sample`: what it lacks, and what is of another kind there, is the sample's. Such as what another
 * release had kept of a form.
 */
export const adoptValues = <V>(sample: V, value: unknown) => adopt(sample, value) as V
