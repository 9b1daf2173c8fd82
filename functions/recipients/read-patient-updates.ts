import type * as recipientUpdates from '#shared/api/recipient-updates.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { isOpenStatus } from '#shared/rules/transitions.ts'
import { dayLowerBound, dayUpperBound, deliveryIdFromListKey } from '../data/entities/delivery.ts'
import { aboutPatient } from '../data/subjects.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { findPatient } from '../patients/read-patient.ts'
import { findOrPrepareDoor } from './find-door.ts'
import { noticeAddress } from './notice-address.ts'
import { linkedDelivery, presentNotices, whyNoMoreNotices } from './read-updates.ts'

/** How many deliveries are read at most: this many before today, and this many from today on. */
const most = 10

/** Reads the notices that were sent for a patient's deliveries around today. */
export const readPatientUpdates: Operation<typeof recipientUpdates.readPatientUpdates> = async (
  { caller, params, activity },
  services,
) => {
  const patient = await findPatient(caller, params, services)
  const today = dayIn(caller.tenant.time_zone, services.now())
  const deliveries = await deliveriesAround(today, { patient_id: patient.id, caller }, services)
  const next = deliveries.find(({ delivery_date, status }) => delivery_date >= today && isOpenStatus(status))
  const doors = await Promise.all(
    deliveries.map((delivery) =>
      findOrPrepareDoor(services, {
        tenant: caller.tenant,
        delivery,
        address: noticeAddress(patient, delivery, caller.tenant),
      }),
    ),
  )
  await activity.record({ action: 'patient.read', ...aboutPatient(patient) })
  const stopped = await whyNoMoreNotices({ contact: patient, patient }, caller, services)
  const each = new Map(doors.map(({ hash, door }) => [hash, door]))
  const updates = [...each.values()].flatMap(({ notices }) => presentNotices(notices))
  return { link_of: linkedDelivery(next, caller), stopped, updates: updates.sort((a, b) => a.at.localeCompare(b.at)) }
}

interface OfPatient {
  patient_id: string
  caller: Caller
}

/** Returns the patient's last deliveries before a day and the first ones from that day on, in the order of their dates. */
async function deliveriesAround(day: string, { patient_id, caller }: OfPatient, { table }: Services) {
  const all = caller.keys.ofPatient(patient_id)
  const [before, after] = await Promise.all([
    table.query(all, { to: dayUpperBound(addDays(day, -1)), descending: true, limit: most }),
    table.query(all, { from: dayLowerBound(day), limit: most }),
  ])
  const ids = [...before.sortKeys.reverse(), ...after.sortKeys].map(deliveryIdFromListKey)
  // The index may lag behind, so drop deliveries that have another patient by now.
  return (await readDeliveries(ids, caller, table)).filter((delivery) => delivery.patient_id === patient_id)
}
