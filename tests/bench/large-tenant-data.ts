import { deliverySearchEntryChanges } from '#functions/data/delivery-entries.ts'
import type { StoredDelivery } from '#functions/data/entities/delivery.ts'
import type { StoredPatient } from '#functions/data/entities/patient.ts'
import type { StoredUser } from '#functions/data/entities/user.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put, type Write } from '#functions/data/writes.ts'
import { copiedPatientFields } from '#functions/deliveries/delivery-fields.ts'
import { patientSearchEntryWrites } from '#functions/patients/patient-writes.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { addDays } from '#shared/rules/dates.ts'
import { defaultTimeRanges } from '#shared/rules/time-ranges.ts'
import { type Item, itemOf } from '#tests/support/item-of.ts'
import { plainDelivery } from '#tests/support/plain-delivery.ts'
import { plainPatient } from '#tests/support/plain-patient.ts'

interface Many {
  tenantId: string
  count: number
  today: string
  staff: readonly StoredUser[]
}

const bygone: readonly DeliveryStatus[] = [
  ...Array<DeliveryStatus>(37).fill('delivered'),
  'cancelled',
  'cancelled',
  'failed',
]
const open: readonly DeliveryStatus[] = ['assigned', 'assigned', 'assigned', 'unassigned', 'in_progress', 'pending']

/** Returns a function that makes the id of the thing with number i. The ids are the same for the same tenant in every run. */
const idsOf = (tenantId: string, kind: '8' | '9') => (i: number) =>
  `${i.toString(16).padStart(8, '0')}-0000-4000-${kind}000-${tenantId.slice(-12)}`

/**
 * Generates the items of a large tenant: 250 deliveries on the coming days, 180 today, all others in the past at 180 a day, and one
 * patient for every hundred deliveries, at least 1,200. So the calls that are measured find as much in a tenant of any size. The items
 * are generated one by one as needed. `deliveryId` returns the id of delivery i, and `aDelivery` the write that stores it.
 */
export function largeTenantData({ tenantId, count, today, staff }: Many) {
  const keys = keysOf(tenantId)
  const deliveryId = idsOf(tenantId, '8')
  const patientId = idsOf(tenantId, '9')
  const patients = Array.from({ length: Math.max(1200, Math.floor(count / 100)) }, (_, i) =>
    aPatient(patientId(i), i, today),
  )
  function* items(): Generator<Item, undefined> {
    for (const patient of patients) {
      yield itemOf(put(keys.patient(patient.id), patient))
      for (const write of patientSearchEntryWrites(keys, undefined, patient)) yield itemOf(write)
    }
    for (let i = 0; i < count; i++) {
      const delivery = deliveryOf(i)
      yield itemOf(put(keys.delivery(delivery.id), delivery))
      for (const write of deliverySearchEntryChanges(keys, undefined, delivery).added) yield itemOf(write)
    }
  }

  const aDelivery = (i: number, given?: DeliveryStatus): Write =>
    put(keys.delivery(deliveryId(i)), deliveryOf(i, given))

  function deliveryOf(i: number, given?: DeliveryStatus): StoredDelivery {
    const coming = i < 250
    const isToday = !coming && i < 430
    const status = given ?? (coming || isToday ? open[i % open.length] : bygone[i % bygone.length]) ?? 'assigned'
    const person = status === 'pending' || status === 'unassigned' ? undefined : staff[i % staff.length]
    const patient = patients[i % patients.length] ?? aPatient(patientId(0), 0, today)
    const plain = plainDelivery(today)
    return {
      ...plain,
      ...copiedPatientFields(patient),
      id: deliveryId(i),
      rx_information: plain.rx_information.map((rx) => ({ ...rx, rx_number: rxNumberOf(i) })),
      delivery_date: coming ? addDays(today, 1 + (i % 5)) : isToday ? today : addDays(today, -1 - Math.floor(i / 180)),
      time_range: defaultTimeRanges[i % defaultTimeRanges.length]?.value ?? '09:00-12:00',
      status,
      pharmacist_id: person?.id ?? null,
      pharmacist_name: person?.full_name ?? null,
    }
  }
  return { items: items(), aDelivery, deliveryId }
}

/** Returns the prescription number of delivery i, which no other delivery has. */
export const rxNumberOf = (i: number) => `RX-${String(100_000 + i)}`

const given = ['Ada', 'Bert', 'Cora', 'Dan', 'Eva', 'Finn', 'Gina', 'Hugo', 'Iris', 'Jon']
const family = ['Abbott', 'Baker', 'Cole', 'Dunn', 'Ellis', 'Frost', 'Gray', 'Hale', 'Irwin', 'Jones', 'Keller', 'Lane']

const aPatient = (id: string, i: number, today: string): StoredPatient => ({
  ...plainPatient(today),
  id,
  name: `${given[i % given.length]} ${family[Math.floor(i / given.length) % family.length]} ${i}`,
  phone: `555${String(i).padStart(7, '0')}`,
  email: `patient${i}@example.com`,
  address: `${i} Orchard Lane`,
  zip_code: String(6500 + (i % 40)).padStart(5, '0'),
  open_deliveries: 1,
  has_delivered: true,
})
