import { deadLinkText } from '#shared/model/tracking.ts'
import { endOfDay } from '#shared/rules/dates.ts'
import { toSmsNumber } from '#shared/rules/text-number.ts'
import { type DoorWithHash, doorWrite } from '../data/doors.ts'
import { dayLowerBound, dayUpperBound, deliveryIdFromListKey, type StoredDelivery } from '../data/entities/delivery.ts'
import { patientIdsOf, placeOf, placesOf, type StoredDoor } from '../data/entities/door.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { enterTenant } from '../data/scope.ts'
import { keysOf, type TenantKeys, unscopedKeys } from '../data/table-keys.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { recipientCaller } from '../http/system-caller.ts'
import { currentPatientOf } from '../patients/current-patient.ts'
import { type DoorFacts, doorTokens, hashOfDoorToken } from '../security/door-tokens.ts'
import { sentNoticeAddress } from './notice-address.ts'

/**
 * A door, which is the packages to one address on one day whose recipients read the same mailbox or phone, with its organisation,
 * patients and packages as they are now.
 */
export interface FoundDoor extends DoorWithHash {
  tenant: StoredTenant
  /** The patients of the door, without those whose packages are no longer for the mailbox or phone that got its notices. */
  patients: StoredPatient[]
  /** The packages of these patients that belong to the door now, read from the table itself. Those that were recorded by mistake don't. */
  deliveries: StoredDelivery[]
  /**
   * The delivery for which the door was created, even if that delivery has moved to another door since. Undefined if it was
   * deleted, or if its patient is no longer here.
   */
  first: StoredDelivery | undefined
  /** The caller that stands for the recipient who uses the door's link. */
  caller: Caller
}

const hourMs = 3_600_000

/** How long a door's link works after the end of the door's day. */
const afterDayMs = 48 * hourMs

/** How long a door and its list of sent notices are kept, from the beginning of the door's day in UTC. */
const lifetimeMs = 90 * 24 * hourMs

const gone = () => new AppError('notFound', deadLinkText)

const endOf = (timeZone: string, date: string) => new Date(endOfDay(timeZone, date).getTime() + afterDayMs)

/**
 * Finds the door behind a link. Throws a 404 if no door has this token or if the link has ended. Both cases take one read, so that
 * no one can tell them apart by the response time. Also throws a 404 if the organisation no longer exists, or if the link was sent
 * to an address that the organisation has corrected since: it belongs to a stranger then.
 */
export async function findDoor(services: Services, token: string): Promise<FoundDoor> {
  const hash = hashOfDoorToken(token)
  const door = await services.table.get(unscopedKeys.door(hash))
  if (!door || new Date(door.ends_at) <= services.now()) throw gone()
  enterTenant(door.tenant_id)
  const found = await readDoorDetails(services, { hash, door })
  if (!found || found.patients.length === 0) throw gone()
  return found
}

const addressesIn = ({ email, phone }: Pick<StoredPatient, 'email' | 'phone'>) => [
  email.toLowerCase(),
  toSmsNumber(phone) ?? '',
]

/** Reads everything about a door as it is now. Undefined if the organisation no longer exists. */
export async function readDoorDetails(
  { table }: Services,
  { hash, door }: DoorWithHash,
): Promise<FoundDoor | undefined> {
  const keys = keysOf(door.tenant_id)
  const { delivery_id, date, place } = door
  const day = { from: dayLowerBound(date), to: dayUpperBound(date) }
  const listOf = (id: string) => table.query(keys.ofPatient(id), day)
  const [[tenant, made], found, ownLists] = await Promise.all([
    table.getAll([keys.tenant, keys.delivery(delivery_id)], { consistent: true }),
    table.getAll(patientIdsOf(door).map(keys.patient), { consistent: true }),
    Promise.all(patientIdsOf(door).map(listOf)),
  ])
  if (!tenant) return undefined
  const current = await currentPatients({ table }, keys, found)
  const patientIds = [...new Set([...patientIdsOf(door), ...current.flatMap((patient) => patient?.id ?? [])])]
  const lists = [...ownLists, ...(await Promise.all(patientIds.slice(ownLists.length).map(listOf)))]
  const caller = recipientCaller(tenant)
  const first = made?.deleted_at ? undefined : made
  const ids = [...new Set(lists.flatMap(({ sortKeys }) => sortKeys.map(deliveryIdFromListKey)))]
  const others = await readDeliveries(
    ids.filter((id) => id !== delivery_id),
    caller,
    table,
  )
  const all = [...(first ? [first] : []), ...others]
  const readers = readersOf(door, { found, current, all })
  const isOfReader = (delivery: StoredDelivery) => readers.has(delivery.patient_id)
  // A completion that was recorded by mistake says nothing about this door.
  const isHere = (delivery: StoredDelivery) =>
    !delivery.recorded_by_mistake && delivery.delivery_date === date && placesOf(delivery).includes(place)
  return {
    hash,
    door,
    tenant,
    patients: [...new Map([...readers.values()].map((patient) => [patient.id, patient])).values()],
    deliveries: all.filter((delivery) => isOfReader(delivery) && isHere(delivery)),
    first: first && isOfReader(first) ? first : undefined,
    caller,
  }
}

interface DoorPatients {
  /** The patients as the door lists them. Undefined for those who no longer exist. */
  found: readonly (StoredPatient | undefined)[]
  /** In their places, the patients who stayed when these were merged into them. */
  current: readonly (StoredPatient | undefined)[]
  all: readonly StoredDelivery[]
}

/**
 * Returns the patients whose notices are for the mailbox or phone that got those of the door, by their ids and by those of the
 * patients who were merged into them. The address may be the patient's or, until it is corrected there too, that of a package. If
 * the organisation corrects both, the patient's packages are none of the reader's business, although those of another patient at
 * the door may be. Before the first notice, all patients of the door count.
 */
function readersOf(door: StoredDoor, { found, current, all }: DoorPatients): Map<string, StoredPatient> {
  const sent = door.notices.filter(({ state }) => state !== 'not_sent')
  const addresses = new Set(sent.map(sentNoticeAddress))
  const isAddressed = (to: Pick<StoredPatient, 'email' | 'phone'>) =>
    addresses.size === 0 || addressesIn(to).some((address) => addresses.has(address))
  return new Map(
    current.flatMap((patient, i) => {
      const listed = found[i]
      if (!patient || !listed) return []
      const ids = [patient.id, listed.id]
      const known = [patient, listed, ...all.filter(({ patient_id }) => ids.includes(patient_id))]
      return known.some(isAddressed) ? ids.map((id) => [id, patient] as const) : []
    }),
  )
}

/** Puts the patients who stayed in the place of those who were merged into them. Their deliveries are at the door now. */
const currentPatients = (
  { table }: Pick<Services, 'table'>,
  keys: TenantKeys,
  found: readonly (StoredPatient | undefined)[],
): Promise<(StoredPatient | undefined)[]> =>
  Promise.all(
    found.map(async (patient) =>
      patient?.merged_into ? ((await currentPatientOf(table, keys, patient)) ?? patient) : patient,
    ),
  )

/** A door and the token of its link. A door that is new or was joined by another patient is stored only by `storeDoor`. */
export interface PreparedDoor extends DoorWithHash {
  token: string
  isNew: boolean
  /** The patient whom the table does not yet list with the door. Undefined if there is none. */
  joining: string | undefined
}

export interface DoorOf {
  tenant: Pick<StoredTenant, 'id' | 'time_zone'>
  delivery: StoredDelivery
  /** The e-mail address or phone number to which the notices go. Undefined if there is none. */
  address: string | undefined
}

/** The most patients of one door. The notices of a larger home still go out once, but are about these patients. */
const mostPatients = 60

/** Finds the door of a delivery and the token of its link, or prepares a new door. */
export async function findOrPrepareDoor(
  { table, keys }: Pick<Services, 'table' | 'keys'>,
  { tenant, delivery, address }: DoorOf,
): Promise<PreparedDoor> {
  const { patient_id, delivery_date: date } = delivery
  const reader = address ?? patient_id
  const [place, earlierPlace] = placesOf(delivery)
  const find = (at: string) => findDoorOf({ table, keys }, tenant.id, { date, place: at, reader })
  const found = await find(place)
  const earlier = found.door || place === earlierPlace ? found : await find(earlierPlace)
  const { token, door } = earlier.door ? earlier : found
  const hash = hashOfDoorToken(token)
  if (!door) return { token, hash, door: newDoor(tenant, delivery), isNew: true, joining: undefined }
  const there = patientIdsOf(door)
  const joining = there.includes(patient_id) || there.length >= mostPatients ? undefined : patient_id
  return { token, hash, door, isNew: false, joining }
}

/** Finds a reader's door at a place on a day, and the token of its link. `door` is undefined if there is no such door. */
export async function findDoorOf(
  { table, keys }: Pick<Services, 'table' | 'keys'>,
  tenantId: string,
  facts: DoorFacts,
): Promise<{ token: string; door: StoredDoor | undefined }> {
  const tokens = await doorTokens(keys, tenantId, facts)
  const found = await table.getAll(
    tokens.map((token) => unscopedKeys.door(hashOfDoorToken(token))),
    { consistent: true },
  )
  const at = Math.max(
    0,
    found.findIndex((door) => door !== undefined),
  )
  return { token: tokens[at] ?? '', door: found[at] }
}

/** Stores a door that is new or that another patient joins. Returns the door as it is stored. */
export async function storeDoor<D extends PreparedDoor>({ table }: Pick<Services, 'table'>, prepared: D): Promise<D> {
  const { door, isNew, joining } = prepared
  if (!isNew && joining === undefined) return prepared
  const others = [...(door.other_patient_ids ?? []), ...(joining === undefined ? [] : [joining])]
  const stored = isNew ? door : { ...door, version: door.version + 1, other_patient_ids: others }
  await table.write(doorWrite(prepared, stored))
  return { ...prepared, door: stored, isNew: false, joining: undefined }
}

function newDoor({ id: tenant_id, time_zone }: DoorOf['tenant'], delivery: StoredDelivery): StoredDoor {
  const { id: delivery_id, patient_id, delivery_date: date } = delivery
  return {
    tenant_id,
    patient_id,
    delivery_id,
    date,
    place: placeOf(delivery),
    version: 0,
    changes: 0,
    notices: [],
    ends_at: endOf(time_zone, date).toISOString(),
    expires_at_seconds: Math.floor((Date.parse(`${date}T00:00:00Z`) + lifetimeMs) / 1000),
  }
}
