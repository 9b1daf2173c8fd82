import { deadLinkText } from '#shared/model/tracking.ts'
import { endOfDay } from '#shared/rules/dates.ts'
import { addressKey } from '#shared/rules/stops.ts'
import type { DoorWithHash } from '../data/doors.ts'
import { dayLowerBound, dayUpperBound, deliveryIdFromListKey, type StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredDoor } from '../data/entities/door.ts'
import { hashForKey } from '../data/entities/hash-of.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { enterTenant } from '../data/scope.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { recipientCaller } from '../http/system-caller.ts'
import { doorTokens, hashOfDoorToken } from '../security/door-tokens.ts'

/**
 * A door, which is one patient's packages to one address on one day, with its organisation, patient and packages as they are now.
 */
export interface FoundDoor extends DoorWithHash {
  tenant: StoredTenant
  patient: StoredPatient | undefined
  /** The packages that belong to the door now, read from the table itself. */
  deliveries: StoredDelivery[]
  /**
   * The delivery for which the door was created, even if that delivery has moved to another door since. Undefined if it was
   * deleted.
   */
  first: StoredDelivery | undefined
  /** The caller that stands for the recipient who uses the door's link. */
  caller: Caller
}

const hourMs = 3_600_000

/** How long a door's link works after the end of the door's day. */
const afterDayMs = 48 * hourMs

/** How long a door and its list of sent notices are kept, from the beginning of the door's day in UTC. */
const keptMs = 90 * 24 * hourMs

const gone = () => new AppError('notFound', deadLinkText)

const endOf = (timeZone: string, date: string) => new Date(endOfDay(timeZone, date).getTime() + afterDayMs)

/**
 * Finds the door behind a link. Throws a 404 if no door has this token or if the link has ended. Both cases take one read, so that
 * nobody can tell them apart by the response time. Also throws a 404 if the organisation no longer exists.
 */
export async function findDoor(services: Services, token: string): Promise<FoundDoor> {
  const hash = hashOfDoorToken(token)
  const door = await services.table.get(unscopedKeys.door(hash))
  if (!door || new Date(door.ends_at) <= services.now()) throw gone()
  enterTenant(door.tenant_id)
  const found = await readDoorDetails(services, { hash, door })
  if (!found) throw gone()
  return found
}

/** Reads everything about a door as it is now. Undefined if the organisation no longer exists. */
export async function readDoorDetails(
  { table }: Services,
  { hash, door }: DoorWithHash,
): Promise<FoundDoor | undefined> {
  const keys = keysOf(door.tenant_id)
  const { patient_id, delivery_id, date, place } = door
  const day = { from: dayLowerBound(date), to: dayUpperBound(date) }
  const [[tenant, patient, made], { sortKeys }] = await Promise.all([
    table.getAll([keys.tenant, keys.patient(patient_id), keys.delivery(delivery_id)], { consistent: true }),
    table.query(keys.ofPatient(patient_id), day),
  ])
  if (!tenant) return undefined
  const caller = recipientCaller(tenant)
  const first = made?.deleted_at ? undefined : made
  const others = await readDeliveries(
    sortKeys.map(deliveryIdFromListKey).filter((id) => id !== delivery_id),
    caller,
    table,
  )
  const isHere = (delivery: StoredDelivery) =>
    delivery.patient_id === patient_id && delivery.delivery_date === date && placeOf(delivery) === place
  const deliveries = [...(first ? [first] : []), ...others].filter(isHere)
  return { hash, door, tenant, patient, deliveries, first, caller }
}

const placeOf = (delivery: StoredDelivery) => hashForKey(addressKey(delivery))

/** Finds the door of a delivery and the token of its link, or prepares a new door. A new door is stored only by `doorWrite`. */
export async function findOrPrepareDoor(
  { table, keys }: Pick<Services, 'table' | 'keys'>,
  tenant: Pick<StoredTenant, 'id' | 'time_zone'>,
  delivery: StoredDelivery,
): Promise<DoorWithHash & { token: string; isNew: boolean }> {
  const tokens = await doorTokens(keys, tenant.id, delivery)
  const found = await table.getAll(
    tokens.map((token) => unscopedKeys.door(hashOfDoorToken(token))),
    { consistent: true },
  )
  const at = Math.max(
    0,
    found.findIndex((door) => door !== undefined),
  )
  const token = tokens[at] ?? ''
  const door = found[at]
  return { token, hash: hashOfDoorToken(token), door: door ?? newDoor(tenant, delivery), isNew: !door }
}

function newDoor(
  { id: tenant_id, time_zone }: Pick<StoredTenant, 'id' | 'time_zone'>,
  delivery: StoredDelivery,
): StoredDoor {
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
    expires_at_seconds: Math.floor((Date.parse(`${date}T00:00:00Z`) + keptMs) / 1000),
  }
}
