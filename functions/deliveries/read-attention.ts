import { type AttentionReason, attentionReasons, type DeliveryRow } from '#shared/model/delivery-row.ts'
import { attentionReasonsOf, type LocalMoment } from '#shared/rules/attention.ts'
import type { StoredDelivery, StoredDeliveryRow } from '../data/entities/delivery.ts'
import type { PartitionRange } from '../data/merge-streams.ts'
import type { Table } from '../data/table.ts'
import type { Caller } from '../http/operation.ts'
import { presentUnsent } from './present-unsent.ts'
import { readDeliveries, readInBatches } from './read-deliveries.ts'
import { isPackageOut } from './run-of.ts'

interface AttentionList {
  /** Must manage deliveries. */
  caller: Caller
  streams: readonly PartitionRange<StoredDeliveryRow>[]
  moment: LocalMoment
  present: (row: StoredDeliveryRow) => DeliveryRow
  limit: number
  /** The sort key of the last row on the previous page; undefined for the first page. */
  after: string | undefined
}

/**
 * Reads the deliveries that need attention, most urgent first. No index has that order, so this reads all rows of `streams` (the
 * open and the failed deliveries) and the deliveries of `readWaiting`. That stays affordable, because it reads only what is still
 * waiting to be dealt with.
 */
export async function readAttentionList(
  table: Table,
  { caller, streams, moment, present, limit, after }: AttentionList,
) {
  const [waiting, ...rows] = await Promise.all([
    readWaiting(table, caller),
    ...streams.map(({ partition, from, to }) => table.queryAll(partition, { from, to })),
  ])
  // A delivery that changed between two reads can be in two streams. Then its newest row counts or, if `readWaiting` has read it,
  // the delivery itself.
  const byVersion: Row[] = rows.flat().sort((a, b) => a.version - b.version)
  const pastDrivers = await readPastDrivers(table, caller, byVersion)
  const latest = new Map([...byVersion, ...waiting.deliveries].map((stored) => [stored.id, stored]))
  const urgent = [...latest.values()]
    .map((stored) => ({ stored, row: present(stored), handover: waiting.handovers.get(stored.id) }))
    .map(({ stored, row, handover }) => ({
      row: { ...row, ...detailsOf(stored, handover) },
      reasons: attentionReasonsOf(
        {
          ...stored,
          handover,
          return_state: row.return_state,
          isWithPastDriver: isPackageOut(stored) && pastDrivers.has(stored.pharmacist_id),
        },
        moment,
      ),
    }))
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ row, reasons }) => ({ row: { ...row, attention: reasons }, place: placeOf(row, reasons) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
  const ahead = after === undefined ? urgent : urgent.filter(({ place }) => place > after)
  const shown = ahead.slice(0, limit)
  return { rows: shown.map(({ row }) => row), next: ahead.length > limit ? shown.at(-1)?.place : undefined }
}

/**
 * Reads the deliveries that wait for a call to the patient, that have an action at the door which the server refused, or that
 * represent an unconfirmed handover. Also returns these handovers, by the id of the delivery that represents them.
 */
async function readWaiting(table: Table, caller: Caller) {
  const [calls, unsent, waiting] = await Promise.all([
    table.queryAll(caller.keys.callBacks),
    table.queryAll(caller.keys.unsent),
    table.queryAll(caller.keys.waitingHandovers),
  ])
  const handovers = new Map(waiting.map(({ delivery_id, ...run }) => [delivery_id, run]))
  const ids = new Set([...calls, ...unsent, ...waiting].map(({ delivery_id }) => delivery_id))
  return { handovers, deliveries: await readDeliveries([...ids], caller, table) }
}

type Row = StoredDeliveryRow & Partial<Pick<StoredDelivery, 'call_back_due_at' | 'unsent'>>

/** Returns the details of the reasons why a delivery needs attention. The return state isn't among them, because it isn't stored. */
function detailsOf({ unsent, call_back_due_at }: Row, handover: DeliveryRow['handover']) {
  return {
    ...(unsent && { unsent: unsent.map(presentUnsent) }),
    ...(call_back_due_at && { call_back_due_at }),
    ...(handover && { handover }),
  }
}

/** Reads which of the drivers who have packages out can no longer sign in, because they were deactivated or deleted. */
async function readPastDrivers(
  table: Table,
  caller: Caller,
  rows: readonly Row[],
): Promise<ReadonlySet<string | null>> {
  const ids = [...new Set(rows.filter(isPackageOut).flatMap(({ pharmacist_id }) => pharmacist_id ?? []))]
  const users = await readInBatches(ids, (some) => table.getAll(some.map(caller.keys.user)))
  return new Set(ids.filter((_, i) => !users[i]?.is_active))
}

const latestDay = '9999-12-31'

/**
 * Returns the key by which the attention list is sorted: first the row's most urgent reason, then the date by which the package
 * must go back to stock, then the delivery date, then the id.
 */
const placeOf = ({ return_by, delivery_date, id }: DeliveryRow, [first = 'call_back']: readonly AttentionReason[]) =>
  `${String(attentionReasons.indexOf(first)).padStart(2, '0')}#${return_by ?? latestDay}#${delivery_date}#${id}`
