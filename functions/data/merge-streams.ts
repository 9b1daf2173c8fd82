import type { Partition } from './key.ts'
import { sortKeyAfter, sortKeyBefore } from './sort-keys.ts'
import type { Table } from './table.ts'

/** A range of the sort keys of one partition. A list is merged from several such ranges, which are called streams here. */
export interface PartitionRange<T> {
  partition: Partition<T>
  /** Inclusive bounds of the sort key. */
  from: string
  to: string
}

export interface SortKeySpan {
  from: string
  to: string
}

export function sortKeySpanIntersection(a: SortKeySpan, b: SortKeySpan): SortKeySpan | undefined {
  const from = a.from > b.from ? a.from : b.from
  const to = a.to < b.to ? a.to : b.to
  return from <= to ? { from, to } : undefined
}

/** The position from which the next page continues. */
export interface PagePosition {
  /** All rows up to this sort key have been returned. */
  after: string
  /**
   * The index of the stream that had the most rows on the previous page. The next page reads this stream first. If not all of the
   * stream's remaining rows are read, the next page ends at the last one that is read, or before it.
   */
  pivot: number
  /** The indexes of the streams that are known to have no further rows. */
  done: number[]
}

interface Merge<T> {
  streams: readonly PartitionRange<T>[]
  descending: boolean
  /** The most rows to use from a stream. One more is read, to find out whether more follow. */
  limit: number
  /**
   * Like `limit`, but for the stream that is read first. By default equal to `limit`. If that stream has no further rows, `lead`
   * applies to the other streams, too.
   */
  lead?: number
  /** The most rows of a page. */
  most: number
  position: PagePosition | undefined
}

export interface MergedPage<T> {
  items: T[]
  /** Undefined on the last page. */
  next: PagePosition | undefined
}

interface StreamPart<T> {
  stream: number
  rows: { sortKey: string; item: T }[]
  /** Whether the stream may have more rows after the last of `rows`. */
  cut: boolean
}

/**
 * Reads one page of several merged streams in two round trips. The first reads the stream that probably has the most rows. If that
 * stream has more rows than were read, the page ends at the last row that was read, or before it, and the second round trip reads
 * the other streams only up to that row. This way, hardly any rows are read without being returned: usually one per stream, to find
 * out whether more follow.
 */
export async function mergeStreams<T extends { id: string }>(
  table: Table,
  { streams, descending, limit, lead = limit, most, position }: Merge<T>,
): Promise<MergedPage<T>> {
  const before = (a: string, b: string) => (descending ? a > b : a < b)
  const ahead: SortKeySpan = position
    ? descending
      ? { from: '', to: sortKeyBefore(position.after) }
      : { from: sortKeyAfter(position.after), to: '\u{10ffff}' }
    : { from: '', to: '\u{10ffff}' }

  async function read(stream: number, span: SortKeySpan, rowsAtMost: number): Promise<StreamPart<T>> {
    const plan = streams[stream]
    const bounds = plan && sortKeySpanIntersection(plan, sortKeySpanIntersection(ahead, span) ?? { from: '~', to: '' })
    if (!plan || !bounds || bounds.from > bounds.to) return { stream, rows: [], cut: false }
    const page = await table.query(plan.partition, { ...bounds, descending, limit: rowsAtMost + 1 })
    const rows = page.items.map((item, i) => ({ item, sortKey: page.sortKeys[i] ?? '' }))
    // DynamoDB stops a query at its limit or at one megabyte, and then more rows may follow.
    const cut = page.more
    return { stream, rows: cut ? rows.slice(0, rowsAtMost) : rows, cut }
  }

  const done = new Set(position?.done)
  const live = streams.map((_, i) => i).filter((i) => !done.has(i))
  const pivot = live.includes(position?.pivot ?? 0) ? (position?.pivot ?? 0) : (live[0] ?? 0)
  const wide: SortKeySpan = { from: '', to: '\u{10ffff}' }
  const first = await read(pivot, wide, lead)
  const end = first.cut ? first.rows.at(-1)?.sortKey : undefined
  const toEnd: SortKeySpan =
    end === undefined ? wide : descending ? { from: end, to: wide.to } : { from: wide.from, to: end }
  const rowsOfOthers = end === undefined ? lead : limit
  const others = await Promise.all(live.filter((i) => i !== pivot).map((i) => read(i, toEnd, rowsOfOthers)))

  const parts = [first, ...others]
  // A stream that was cut may have more rows after its last one here, so the page cannot extend beyond that row.
  const ends = parts.filter(({ cut }) => cut).flatMap(({ rows }) => rows.at(-1)?.sortKey ?? [])
  const limitKey = ends.reduce<string | undefined>(
    (nearest, key) => (nearest && before(nearest, key) ? nearest : key),
    undefined,
  )
  const merged = parts
    .flatMap(({ stream, rows }) => rows.map((row) => ({ ...row, stream })))
    .filter(({ sortKey }) => limitKey === undefined || !before(limitKey, sortKey))
    .sort((a, b) => (a.sortKey === b.sortKey ? 0 : before(a.sortKey, b.sortKey) ? -1 : 1))
    // A delivery whose status changed between the two reads can be in two streams. It is kept only once.
    .filter(({ item }, i, all) => all[i - 1]?.item.id !== item.id)
  const page = merged.slice(0, most)
  const last = page.at(-1)
  const items = page.map(({ item }) => item)
  if (!last || (limitKey === undefined && page.length === merged.length)) return { items, next: undefined }

  if (end === undefined) for (const { stream, cut, rows } of parts) if (!cut && rows.length === 0) done.add(stream)
  const next: PagePosition = {
    after: last.sortKey,
    pivot: mostFrequent(page.map(({ stream }) => stream)),
    done: [...done],
  }
  return { items, next }
}

function mostFrequent(streams: readonly number[]) {
  const counts = new Map<number, number>()
  for (const stream of streams) counts.set(stream, (counts.get(stream) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}
