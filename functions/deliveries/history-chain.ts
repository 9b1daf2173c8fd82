import { createHash } from 'node:crypto'
import type { StoredHistoryItem } from '../data/entities/history-item.ts'

/**
 * Formats a value as canonical JSON (RFC 8785). `JSON.stringify` already formats numbers and strings as the RFC requires, so only
 * the members of objects have to be sorted.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, content]) => content !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, content]) => `${JSON.stringify(name)}:${canonicalJson(content)}`).join(',')}}`
}

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/**
 * Adds the hash of the previous history item (`prev`) and the item's own hash, so that a later change, removal or move of an item
 * breaks the chain. Without its newest item, the chain is intact, but no longer ends with the `chain_head` of the delivery.
 */
export function linkHistoryItem(
  item: Omit<StoredHistoryItem, 'prev' | 'hash'>,
  prev: string | null,
): StoredHistoryItem {
  const linked = { ...item, prev }
  return { ...linked, hash: sha256(canonicalJson(linked)) }
}

/** Returns the index of the first item whose link or hash is wrong. Undefined if the chain is intact. */
export function firstBrokenItemIndex(chain: readonly StoredHistoryItem[]): number | undefined {
  const wrong = chain.findIndex((item, i) => {
    const prev = chain[i - 1]?.hash ?? null
    const { hash, ...content } = item
    return item.prev !== prev || linkHistoryItem(content, prev).hash !== hash
  })
  return wrong < 0 ? undefined : wrong
}
