import type * as counter from '#shared/api/counter.ts'
import { type DeliveryHit, hitLimit, type SearchHits, searchLength } from '#shared/model/counter.ts'
import { manageDeliveries, permits } from '#shared/rules/permissions.ts'
import { rxKey, rxPrefixLength } from '#shared/rules/prescriptions.ts'
import { idStartIn } from '#shared/rules/slip-codes.ts'
import type { StoredDeliveryRow } from '../data/entities.ts'
import { idInListKey, type TenantKeys } from '../data/keys.ts'
import { aboutList } from '../data/subjects.ts'
import type { Table } from '../data/table.ts'
import type { Operation } from '../http/operation.ts'
import { findPatientsAtOnce } from './find-patients.ts'

/** Finds patients and deliveries in at most three round trips, and reads little more than what it answers. */
export const search: Operation<typeof counter.search> = async ({ query, caller, activity }, { table }) => {
  const { keys } = caller
  const q = query.q.trim()
  if ([...q].length < searchLength) {
    await activity.record([])
    return { patients: [], deliveries: [] }
  }
  const manages = permits(caller.permissions, manageDeliveries)
  // Callers who only view deliveries may know no others than their own, where the organisation says so.
  const seesAll = manages || caller.tenant.staff_see_all
  const reach = seesAll ? hitLimit : reachForOwn
  const [named, ofPatients] = await Promise.all([
    findNamed(table, keys, { q, reach }),
    findPatientsAtOnce(table, keys, q, hitLimit).then(async (patients) => ({
      patients,
      rows: await rowsOfPatients(table, keys, { patients, reach }),
    })),
  ])
  const found = [...named, ...ofPatients.rows.map((row) => ({ row, matched: 'patient' as const }))]
  const firstOfEach = new Map(found.toReversed().map((hit) => [hit.row.id, hit]))
  const shown = found.filter(
    (hit) => firstOfEach.get(hit.row.id) === hit && (seesAll || hit.row.pharmacist_id === caller.user.id),
  )
  const answer: SearchHits = {
    patients: manages ? ofPatients.patients.map(({ id, name, phone, city }) => ({ id, name, phone, city })) : [],
    deliveries: shown.slice(0, hitLimit).map(presentHit),
  }
  const count = answer.patients.length + answer.deliveries.length
  await activity.record({ action: 'patient.searched', ...aboutList('patient'), query: { q: query.q }, count })
  return answer
}

/** How many deliveries are looked at for callers who are shown their own alone. */
const reachForOwn = 48

interface Hit {
  row: StoredDeliveryRow
  matched: DeliveryHit['matched']
}

/** The deliveries that `q` names: by id first, then by prescription. */
async function findNamed(table: Table, keys: TenantKeys, asked: { q: string; reach: number }): Promise<Hit[]> {
  const [ofCode, ofPrescription] = await Promise.all([
    idsOfCode(table, keys, asked.q),
    idsOfPrescription(table, keys, asked),
  ])
  const ids = [...new Set([...ofCode, ...ofPrescription])].slice(0, asked.reach)
  const deliveries = await table.getAll(ids.map((id) => keys.delivery(id)))
  return deliveries.flatMap((row) =>
    row && !row.deleted_at ? [{ row, matched: ofCode.includes(row.id) ? 'id' : 'prescription' }] : [],
  )
}

async function idsOfCode(table: Table, keys: TenantKeys, q: string): Promise<string[]> {
  const start = idStartIn(q)
  if (start === undefined) return []
  const { sortKeys } = await table.query(keys.ofCode(start), { limit: hitLimit })
  return sortKeys.map(idInListKey).filter((id) => id.startsWith(start))
}

/** A delivery may have several numbers that begin alike. */
const spareEntries = 4

async function idsOfPrescription(table: Table, keys: TenantKeys, { q, reach }: { q: string; reach: number }) {
  const rx = rxKey(q)
  if ([...rx].length < rxPrefixLength) return []
  const { items } = await table.query(keys.rx(rx), { startsWith: rx, limit: reach + spareEntries })
  return items.map(({ delivery_id }) => delivery_id)
}

/** The open deliveries of these patients, soonest first, then their latest ones. */
async function rowsOfPatients(
  table: Table,
  keys: TenantKeys,
  { patients, reach }: { patients: readonly { id: string }[]; reach: number },
) {
  const limit = Math.ceil(reach / patients.length)
  const pages = await Promise.all(patients.map(({ id }) => table.query(keys.hitsOfPatient(id), { limit })))
  return pages
    .flatMap(({ items, sortKeys }) => items.map((row, i) => ({ row, sortKey: sortKeys[i] ?? '' })))
    .sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
    .map(({ row }) => row)
}

const presentHit = ({ row, matched }: Hit): DeliveryHit => {
  const { id, status, delivery_date, time_range, patient_name, pharmacist_name } = row
  return { id, status, delivery_date, time_range, patient_name, pharmacist_name, matched }
}
