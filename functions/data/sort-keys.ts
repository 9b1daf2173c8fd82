import type { Item } from './key.ts'

/** Inclusive bounds of a query's sort keys. For an exclusive bound, use `sortKeyAfter` or `sortKeyBefore`. */
export interface SortKeyBounds {
  from?: string | undefined
  to?: string | undefined
  startsWith?: string | undefined
}

/**
 * Returns a bound just after `key`. In a partition that is read in pages, no sort key lies between `key` and this bound, because no
 * sort key there begins with another one.
 */
export const sortKeyAfter = (key: string) => `${key}!`

/** Returns a bound just before `key`. */
export const sortKeyBefore = (key: string) =>
  `${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}~`

export function sortCondition({ from, to, startsWith }: SortKeyBounds): { expression: string; values: Item } {
  if (startsWith !== undefined && from === undefined && to === undefined)
    return { expression: 'begins_with(#s, :s)', values: { ':s': startsWith } }
  const lower = from ?? startsWith
  const upper = to ?? (startsWith && `${startsWith}\u{10ffff}`)
  if (lower !== undefined && upper !== undefined)
    return { expression: '#s BETWEEN :from AND :to', values: { ':from': lower, ':to': upper } }
  if (lower !== undefined) return { expression: '#s >= :from', values: { ':from': lower } }
  if (upper !== undefined) return { expression: '#s <= :to', values: { ':to': upper } }
  return { expression: '', values: {} }
}
