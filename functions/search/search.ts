import type * as searchAndDay from '#shared/api/search-and-day.ts'
import type { PlaceOnRun } from '#shared/model/delivery-row.ts'
import type { Patient } from '#shared/model/patient.ts'
import { type DeliveryHit, minSearchLength, type SearchHits, searchHitsLimit } from '#shared/model/search-and-day.ts'
import { lastAttemptOf, type StoredDeliveryRow } from '../data/entities/delivery.ts'
import { idsOfExternalId } from '../data/external-ids.ts'
import { aboutList } from '../data/subjects.ts'
import type { Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'
import { managesDeliveries, maySeeAllDeliveries, maySeeDelivery } from '../deliveries/delivery-access.ts'
import { findPlacesOnRuns } from '../deliveries/place-on-run.ts'
import type { Operation } from '../http/operation.ts'
import { findPatientsQuickly } from '../patients/find-patients.ts'
import { findOwnDeliveryCandidates } from './find-own-delivery-candidates.ts'
import { deliveryIdsOfCode, deliveryIdsOfRxPrefix, type MatchedRow, readMatchedRows } from './read-matched-rows.ts'

/**
 * Finds patients and deliveries in at most three round trips, and one more for the places of packages on their way. Reads little more than it returns, unless several words are searched
 * that are not the beginning of a name.
 */
export const search: Operation<typeof searchAndDay.search> = async ({ query, caller, activity }, { table }) => {
  const { keys, user } = caller
  const q = query.q.trim()
  if ([...q].length < minSearchLength) {
    await activity.record([])
    return { patients: [], deliveries: [] }
  }
  const { patients, hits } = maySeeAllDeliveries(caller)
    ? await findOfAll(table, keys, q)
    : { patients: [], hits: await findOwnDeliveryCandidates(table, keys, { q, person: user.id }) }
  const firstOfEach = new Map(hits.toReversed().map((hit) => [hit.row.id, hit]))
  const shown = hits.filter((hit) => firstOfEach.get(hit.row.id) === hit && maySeeDelivery(caller, hit.row))
  const rows = shown.slice(0, searchHitsLimit)
  const places = await findPlacesOnRuns(
    rows.map(({ row }) => row),
    caller,
    table,
  )
  const answer: SearchHits = {
    patients: managesDeliveries(caller) ? patients.map(({ id, name, phone, city }) => ({ id, name, phone, city })) : [],
    deliveries: rows.map((hit) => presentHit(hit, places.get(hit.row.id))),
  }
  const count = answer.patients.length + answer.deliveries.length
  await activity.record({ action: 'patient.searched', ...aboutList('patient'), query: { q: query.q }, count })
  return answer
}

/**
 * Searches all patients and deliveries of the organisation. Deliveries found by id come first, then those found by external id, by
 * prescription and by patient.
 */
async function findOfAll(
  table: Table,
  keys: TenantKeys,
  q: string,
): Promise<{ patients: Patient[]; hits: MatchedRow[] }> {
  const ofElsewhere = idsOfExternalId(table, keys, q)
  const [hits, { patients, rows }] = await Promise.all([
    Promise.all([deliveryIdsOfCode(table, keys, q), ofElsewhere, deliveryIdsOfRxPrefix(table, keys.rx, q)]).then(
      ([id, { deliveries }, prescription]) =>
        readMatchedRows(table, keys, { id, external_id: deliveries, prescription }),
    ),
    patientsOfAll(table, keys, { q, ofElsewhere }).then(async (patients) => ({
      patients,
      rows: await rowsOfPatients(table, keys, patients),
    })),
  ])
  return { patients, hits: [...hits, ...rows.map((row) => ({ row, matched: 'patient' as const }))] }
}

/** Returns the patient with this external id, followed by the patients whose words match. */
async function patientsOfAll(
  table: Table,
  keys: TenantKeys,
  { q, ofElsewhere }: { q: string; ofElsewhere: ReturnType<typeof idsOfExternalId> },
): Promise<Patient[]> {
  const [ofWords, ofName] = await Promise.all([
    findPatientsQuickly(table, keys, q, searchHitsLimit),
    ofElsewhere.then(({ patients }) => table.getAll(patients.map((id) => keys.patient(id)))),
  ])
  const found = [...ofName.flatMap((patient) => (patient && !patient.deleted_at ? [patient] : [])), ...ofWords]
  return [...new Map(found.map((patient) => [patient.id, patient])).values()].slice(0, searchHitsLimit)
}

/**
 * Reads deliveries of these patients, from each patient an equal share of a search's results. Open deliveries come first, soonest
 * first, followed by the others, latest first.
 */
async function rowsOfPatients(
  table: Table,
  keys: TenantKeys,
  patients: readonly { id: string }[],
): Promise<StoredDeliveryRow[]> {
  const limit = Math.ceil(searchHitsLimit / patients.length)
  const pages = await Promise.all(patients.map(({ id }) => table.query(keys.hitsOfPatient(id), { limit })))
  return pages
    .flatMap(({ items, sortKeys }) => items.map((row, i) => ({ row, sortKey: sortKeys[i] ?? '' })))
    .sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
    .map(({ row }) => row)
}

function presentHit({ row, matched }: MatchedRow, place: PlaceOnRun | undefined): DeliveryHit {
  const { id, status, delivery_date, time_range, patient_name, pharmacist_name } = row
  const last_attempt = lastAttemptOf(row)
  const hit = { id, status, delivery_date, time_range, patient_name, pharmacist_name, matched }
  return { ...hit, ...(place && { place }), ...(last_attempt && { last_attempt }) }
}
