import { type AttentionReason, attentionReasons, type DeliveryRow } from '#shared/model/delivery.ts'
import { isOpen } from '#shared/rules/transitions.ts'
import type { StoredDeliveryRow } from '../data/entities.ts'
import type { Stream } from '../data/merge-streams.ts'
import type { Table } from '../data/table.ts'
import { isOut } from './runs/run-of.ts'

interface AttentionList {
  streams: readonly Stream<StoredDeliveryRow>[]
  today: string
  present: (row: StoredDeliveryRow) => DeliveryRow
  limit: number
  /** The place of the last row that was answered. */
  after: string | undefined
}

/**
 * What somebody has to see to. Its order is by urgency, which no index has: every open and every failed row is read, and there are
 * no more of them than of packages that wait.
 */
export async function readAttention(table: Table, { streams, today, present, limit, after }: AttentionList) {
  const runs = await Promise.all(streams.map(({ partition, from, to }) => table.queryAll(partition, { from, to })))
  const urgent = runs
    .flat()
    .map((row) => ({ row: present(row), reasons: reasonsOf(row, present(row), today) }))
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ row, reasons }) => ({ row: { ...row, attention: reasons }, place: placeOf(row, reasons) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    // A delivery that changed its status between two reads shows up in both streams.
    .filter(({ row }, i, all) => all[i - 1]?.row.id !== row.id)
  const ahead = after === undefined ? urgent : urgent.filter(({ place }) => place > after)
  const shown = ahead.slice(0, limit)
  return { items: shown.map(({ row }) => row), next: ahead.length > limit ? shown.at(-1)?.place : undefined }
}

/** Most urgent first. Call-backs are not known yet. */
function reasonsOf(row: StoredDeliveryRow, { return_state }: DeliveryRow, today: string): AttentionReason[] {
  const { status, delivery_date } = row
  const isSo: Record<AttentionReason, boolean> = {
    return_over: return_state === 'over',
    not_back: status === 'failed' && isOut(row),
    overdue: isOpen(status) && delivery_date < today,
    failed: status === 'failed',
    return_soon: return_state === 'soon',
    unassigned: status === 'unassigned' && delivery_date === today,
    call_back: false,
  }
  return attentionReasons.filter((reason) => isSo[reason])
}

const latest = '9999-12-31'

/** Sorts by reason, then by the day of return and that of delivery. */
const placeOf = ({ return_by, delivery_date, id }: DeliveryRow, [first = 'call_back']: readonly AttentionReason[]) =>
  `${attentionReasons.indexOf(first)}#${return_by ?? latest}#${delivery_date}#${id}`
