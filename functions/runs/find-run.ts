import { dayLowerBound, dayUpperBound, type StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import type { RunPerson, StoredRun } from '../data/entities/run.ts'
import { emptyRun, idsWentOut } from '../data/entities/run.ts'
import { aboutRun } from '../data/subjects.ts'
import { readDeliveries, readInBatches } from '../deliveries/read-deliveries.ts'
import { statusesOnRun } from '../deliveries/run-of.ts'
import { notFoundError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

export interface RunIdentity {
  date: string
  user_id: string
}

/** A run with its deliveries and their patients, all as they are in the table now. */
export interface FoundRun {
  person: RunPerson
  /** Whether the driver can no longer sign in, because they were deactivated or deleted. */
  isPastDriver: boolean
  date: string
  item: StoredRun
  deliveries: StoredDelivery[]
  /**
   * The patients of the run's deliveries, apart from those whose deliveries the index does not list yet. `has_delivered` says
   * whether a patient has ever received a delivery.
   */
  patients: ReadonlyMap<string, Pick<StoredPatient, 'has_delivered' | 'known_patient'>>
}

/**
 * Reads the run of one person on one day in two round trips. First an index lists the deliveries; then each is read from the table.
 * Because the index may lag behind, deliveries that went out since the last closing are also taken from the run's own item. Throws
 * a 404 if the person is no user of the organisation and no delivery of the run has their name.
 */
export async function findRun(caller: Caller, place: RunIdentity, { table }: Services): Promise<FoundRun> {
  const { keys, user } = caller
  const { date, user_id } = place
  const day = { from: dayLowerBound(date), to: dayUpperBound(date) }
  const [stored, member, ...rows] = await Promise.all([
    table.get(keys.run(date, user_id)),
    user_id === user.id ? user : table.get(keys.user(user_id)),
    ...statusesOnRun.map((status) => table.queryAll(keys.ofPharmacist(user_id, status), day)),
  ])
  const item = stored ?? emptyRun
  const ids = [...new Set([...rows.flat().map(({ id }) => id), ...idsWentOut(item.went_out)])]
  const [found, patients] = await Promise.all([
    readDeliveries(ids, caller, table),
    readPatients([...new Set(rows.flat().map(({ patient_id }) => patient_id))], caller, table),
  ])
  const deliveries = found.filter((delivery) => isOnRun(delivery, place))
  // If the user was deleted, use the name that is stored with the deliveries.
  const full_name = member && !member.deleted_at ? member.full_name : deliveries[0]?.pharmacist_name
  if (full_name === undefined || full_name === null) throw notFoundError('Run', member && aboutRun(date, member))
  return { person: { id: user_id, full_name }, isPastDriver: !member?.is_active, date, item, deliveries, patients }
}

/**
 * Reads the patients of a run's deliveries, including deleted ones, because a failed delivery of a deleted patient can still be
 * tried again.
 */
async function readPatients(ids: readonly string[], { keys }: Caller, table: Services['table']) {
  const found = await readInBatches(ids, (some) => table.getAll(some.map(keys.patient)))
  return new Map(found.flatMap((patient) => (patient ? [[patient.id, patient]] : [])))
}

/** Whether a delivery is on this run now. */
export const isOnRun = (
  { status, delivery_date, pharmacist_id }: Pick<StoredDelivery, 'status' | 'delivery_date' | 'pharmacist_id'>,
  { date, user_id }: RunIdentity,
): boolean => delivery_date === date && pharmacist_id === user_id && statusesOnRun.some((has) => has === status)
