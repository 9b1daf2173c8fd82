import type { StoredDelivery } from '../data/entities/delivery.ts'
import { dayEnd, dayStart } from '../data/entities/delivery.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import type { Person, StoredRun } from '../data/entities/run.ts'
import { newRun } from '../data/entities/run.ts'
import { aboutRun } from '../data/subjects.ts'
import { inBatches, readDeliveries } from '../deliveries/read-deliveries.ts'
import { runStatuses } from '../deliveries/run-of.ts'
import { notFound } from '../http/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

export interface RunPlace {
  date: string
  user_id: string
}

/** A run as the table has it at this moment. */
export interface FoundRun {
  person: Person
  date: string
  item: StoredRun
  deliveries: StoredDelivery[]
  /** The patients of its deliveries to whom something was delivered before, and those to whom nothing was. */
  patients: ReadonlyMap<string, Pick<StoredPatient, 'has_delivered'>>
}

/**
 * The run of one person and day, in two round trips: an index tells which deliveries it may have, and each is then read as it is. What
 * went out is known from the run's own item too, because an index may be late. 404 for a person who is not the tenant's.
 */
export async function findRun(caller: Caller, place: RunPlace, { table }: Services): Promise<FoundRun> {
  const { keys, user } = caller
  const { date, user_id } = place
  const day = { from: dayStart(date), to: dayEnd(date) }
  const [stored, member, ...rows] = await Promise.all([
    table.get(keys.run(date, user_id)),
    user_id === user.id ? user : table.get(keys.user(user_id)),
    ...runStatuses.map((status) => table.queryAll(keys.ofPharmacist(user_id, status), day)),
  ])
  const item = stored ?? newRun
  const ids = [...new Set([...rows.flat().map(({ id }) => id), ...item.went_out])]
  const [found, patients] = await Promise.all([
    readDeliveries(ids, caller, table),
    readPatients([...new Set(rows.flat().map(({ patient_id }) => patient_id))], caller, table),
  ])
  const deliveries = found.filter((delivery) => isOn(delivery, place))
  // Whoever is deleted keeps the name that their deliveries have.
  const full_name = member && !member.deleted_at ? member.full_name : deliveries[0]?.pharmacist_name
  if (full_name === undefined || full_name === null) throw notFound('Run', member && aboutRun(date, member))
  return { person: { id: user_id, full_name }, date, item, deliveries, patients }
}

/** A deleted patient too: their deliveries still come to an end. */
async function readPatients(ids: readonly string[], { keys }: Caller, table: Services['table']) {
  const found = await inBatches(ids, (some) => table.getAll(some.map(keys.patient)))
  return new Map(found.flatMap((patient) => (patient ? [[patient.id, patient]] : [])))
}

/** Whether a delivery is on this run now. */
export const isOn = (
  { status, delivery_date, pharmacist_id }: Pick<StoredDelivery, 'status' | 'delivery_date' | 'pharmacist_id'>,
  { date, user_id }: RunPlace,
): boolean => delivery_date === date && pharmacist_id === user_id && runStatuses.some((has) => has === status)
