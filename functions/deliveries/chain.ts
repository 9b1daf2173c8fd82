import { createHash } from 'node:crypto'
import type { StoredHistoryItem } from '../data/entities/history-item.ts'

/** JSON as RFC 8785 writes it. Its numbers and texts are ECMAScript's own; only the order of members has to be made. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, content]) => content !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, content]) => `${JSON.stringify(name)}:${canonicalJson(content)}`).join(',')}}`
}

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** An item of a chain: whoever changes it, drops it or moves it changes a hash that the next one holds. */
export type Chained = StoredHistoryItem & { prev: string | null; hash: string }

export function chained(item: StoredHistoryItem, prev: string | null): Chained {
  const { hash: _none, ...rest } = item
  const linked = { ...rest, prev }
  return { ...linked, hash: sha256(canonicalJson(linked)) }
}

/**
 * A history with its hashes, oldest first. Items of releases that knew no chain come before all others and are hashed as they stand:
 * the first item written since then holds the hash of the last of them, which seals them all.
 */
export function chainOf(history: readonly StoredHistoryItem[]): Chained[] {
  const firstSealed = history.findIndex(({ hash }) => hash !== undefined)
  const chain: Chained[] = []
  for (const [i, item] of history.entries()) {
    const isOlder = firstSealed < 0 || i < firstSealed
    const { prev = null, hash = '' } = item
    chain.push(isOlder ? chained(item, chain.at(-1)?.hash ?? null) : { ...item, prev, hash })
  }
  return chain
}

/** The index of the first item that is wrong; undefined when none is. */
export function firstWrong(chain: readonly Chained[]): number | undefined {
  const wrong = chain.findIndex((item, i) => {
    const prev = chain[i - 1]?.hash ?? null
    return item.prev !== prev || chained(item, prev).hash !== item.hash
  })
  return wrong < 0 ? undefined : wrong
}
