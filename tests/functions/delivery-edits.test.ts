import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { HistoryItem } from '#shared/model/delivery-history.ts'
import { type DeliveryStatus, statusInWords } from '#shared/model/delivery-statuses.ts'
import { addDays } from '#shared/rules/dates.ts'
import { aDelivery, aPatient, deliveryBody, patientBody } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'

let pharmacy: Organisation
test.beforeAll(async () => {
  pharmacy = await app.createPharmacy()
})

const edit = ({ id }: Delivery, body: object) =>
  app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body })
const read = async ({ id }: Delivery): Promise<Delivery> =>
  (await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).body
const history = async ({ id }: Delivery): Promise<HistoryItem[]> =>
  (await app.call(deliveries.readStatusHistory, { as: pharmacy.admin, params: { id } })).body
const problem = (field: string, msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', field], msg }] } })

describe.each<DeliveryStatus>(['pending', 'unassigned', 'assigned'])('a delivery that is %s', (status) => {
  test('can be edited as a whole and keeps its status', async () => {
    const delivery = await aDelivery(app, pharmacy, { status })
    const fields = {
      delivery_date: addDays(delivery.delivery_date, 3),
      time_range: '15:00-18:00',
      language: 'korean',
      delivery_notes: 'Side door',
      rx_information: [{ rx_date: '2026-01-02', rx_number: 'RX-9', copay: 7.25 }],
      sku_information: [],
      refrigerated: true,
    }
    const body = { ...deliveryBody(app, delivery.patient_id, fields), pharmacist_id: delivery.pharmacist_id }
    const edited = await edit(delivery, body)
    expect(edited).toMatchObject({
      status: 200,
      body: { ...fields, status, version: delivery.version + 1, total_copay: 7.25, total_price: 0, sku_count: 0 },
    })
    expect(await read(delivery)).toEqual(edited.body)
    expect(await history(delivery)).toHaveLength(1)
  })
})

describe.each<DeliveryStatus>(['in_progress', 'delivered', 'cancelled', 'failed'])(
  'a delivery that is %s',
  (status) => {
    test('cannot be edited', async () => {
      const delivery = await aDelivery(app, pharmacy, { status })
      const { version } = await read(delivery)
      for (const body of [{ delivery_notes: 'Late' }, { pharmacist_id: null, delivery_notes: 'Late' }, {}])
        expect(await edit(delivery, body)).toMatchObject({
          status: 409,
          body: { detail: `A delivery that is ${statusInWords(status)} cannot be edited` },
        })
      expect(await read(delivery)).toMatchObject({ status, version, delivery_notes: '' })
    })
  },
)

test('a field that is not sent is unchanged', async () => {
  const delivery = await aDelivery(app, pharmacy, { language: 'french', refrigerated: true, delivery_notes: 'Ring' })
  const { body } = await edit(delivery, { collect_copay: true })
  expect(body).toEqual({ ...delivery, collect_copay: true, version: 2, updated_at: body.updated_at })
})

test('rows that are sent replace the stored rows and update the totals', async () => {
  const delivery = await aDelivery(app, pharmacy)
  const { body } = await edit(delivery, { sku_information: [{ sku_number: 'S', quantity: 2, price: 0.35 }] })
  expect(body).toMatchObject({ total_copay: 10.1, total_price: 0.7, rx_count: 1, sku_count: 1 })
})

describe('the delivery’s copy of patient details', () => {
  const copied = { patient_name: 'Grace Hopper', delivery_address: '12 Harbor Street' }
  async function aPatientWhoMoved() {
    const delivery = await aDelivery(app, pharmacy)
    const moved = { ...patientBody, name: 'Grace Murray', address: '1 New Road', is_business_address: true }
    await app.call(patients.updatePatient, { as: pharmacy.admin, params: { id: delivery.patient_id }, body: moved })
    return delivery
  }

  test('is unchanged by an edit', async () => {
    const delivery = await aPatientWhoMoved()
    expect(await read(delivery)).toMatchObject(copied)
    const body = { patient_id: delivery.patient_id, refrigerated: true }
    expect(await edit(delivery, body)).toMatchObject({ status: 200, body: { ...copied, refrigerated: true } })
    expect(await edit(delivery, { ...body, refresh_patient: false, collect_copay: true })).toMatchObject({
      body: copied,
    })
  })
  test('is refreshed if the edit requests it', async () => {
    const delivery = await aPatientWhoMoved()
    expect(await edit(delivery, { refresh_patient: true })).toMatchObject({
      status: 200,
      body: { patient_name: 'Grace Murray', delivery_address: '1 New Road', is_business_address: true, version: 2 },
    })
  })
  test('cannot be refreshed if the patient was deleted', async () => {
    const delivery = await aDelivery(app, pharmacy)
    const patient = await app.table.get(keysOf(pharmacy.tenant.id).patient(delivery.patient_id))
    if (!patient) throw new Error('The patient is not there')
    await app.table.write(put(keysOf(pharmacy.tenant.id).patient(patient.id), { ...patient, deleted_at: 'now' }))
    expect(await edit(delivery, { refresh_patient: true })).toMatchObject(
      problem('patient_id', 'This patient does not exist'),
    )
    expect(await edit(delivery, { refrigerated: true })).toMatchObject({ status: 200, body: copied })
  })
})

test('an edit that changes nothing does not raise the version', async () => {
  const delivery = await aDelivery(app, pharmacy, { delivery_notes: 'Ring', refrigerated: true })
  const same = {
    patient_id: delivery.patient_id,
    pharmacist_id: delivery.pharmacist_id,
    delivery_notes: 'Ring',
    rx_information: delivery.rx_information,
    refrigerated: true,
  }
  for (const body of [{}, same, { delivery_date: delivery.delivery_date }])
    expect(await edit(delivery, body)).toMatchObject({ status: 200, body: delivery })
})

test('a delivery can be moved to another patient', async () => {
  const delivery = await aDelivery(app, pharmacy)
  const other = await aPatient(app, pharmacy.admin, { name: 'Alan Turing' })
  expect(await edit(delivery, { patient_id: other.id })).toMatchObject({
    status: 200,
    body: { patient_id: other.id, patient_name: 'Alan Turing' },
  })
  const query = { patient_id: other.id }
  const list = await app.call(deliveries.listDeliveries, { as: pharmacy.admin, query })
  expect(list.body).toMatchObject([{ id: delivery.id }])
  const before = await app.call(deliveries.listDeliveries, {
    as: pharmacy.admin,
    query: { patient_id: delivery.patient_id },
  })
  expect(before.body).toEqual([])
})

test('a delivery cannot be moved to a patient who is unknown, of another tenant or deleted', async () => {
  const delivery = await aDelivery(app, pharmacy)
  const foreign = await aPatient(app, (await app.createPharmacy()).admin)
  const gone = await aPatient(app, pharmacy.admin)
  await app.call(patients.deletePatient, { as: pharmacy.admin, params: { id: gone.id } })
  for (const patient_id of [randomUUID(), foreign.id, gone.id])
    expect(await edit(delivery, { patient_id })).toMatchObject(problem('patient_id', 'This patient does not exist'))
  expect(await read(delivery)).toEqual(delivery)
})

test('an edit with a pharmacist assigns the delivery and adds one history item', async () => {
  const delivery = await aDelivery(app, pharmacy)
  const edited = await edit(delivery, { pharmacist_id: pharmacy.driver.user.id, delivery_notes: 'Careful' })
  expect(edited.body).toMatchObject({ status: 'assigned', pharmacist_name: 'Dora Driver', delivery_notes: 'Careful' })
  expect(await history(delivery)).toMatchObject([
    { old_status: 'unassigned', new_status: 'assigned', notes: 'Assigned to Dora Driver' },
    { new_status: 'unassigned' },
  ])
})

test('an edit that removes the pharmacist unassigns the delivery', async () => {
  const delivery = await aDelivery(app, pharmacy, { status: 'assigned' })
  const edited = await edit(delivery, { pharmacist_id: null, delivery_notes: 'Careful' })
  expect(edited.body).toMatchObject({ status: 'unassigned', pharmacist_id: null, delivery_notes: 'Careful' })
})

test('an edit with the same pharmacist leaves a pending delivery pending', async () => {
  const pharmacist_id = pharmacy.driver.user.id
  const delivery = await aDelivery(app, pharmacy, { status: 'pending', pharmacist_id })
  const edited = await edit(delivery, { pharmacist_id, delivery_notes: 'Careful' })
  expect(edited.body).toMatchObject({ status: 'pending', pharmacist_id, delivery_notes: 'Careful' })
  expect(await history(delivery)).toHaveLength(1)
})

test('an edit moves the delivery in the lists', async () => {
  const delivery = await aDelivery(app, pharmacy)
  const delivery_date = addDays(delivery.delivery_date, 40)
  await edit(delivery, { delivery_date })
  const list = await app.call(deliveries.listDeliveries, { as: pharmacy.admin, query: { delivery_date } })
  expect(list.body).toMatchObject([{ id: delivery.id, delivery_date, version: 2 }])
})

test('a past delivery can be edited but not moved to another past day', async () => {
  const delivery = await aDelivery(app, pharmacy)
  passSeconds(app, 5 * seconds.day)
  pharmacy = { ...pharmacy, admin: await app.signIn(pharmacy.admin.user) }
  const { delivery_date } = delivery
  expect(await edit(delivery, { delivery_date, refrigerated: true })).toMatchObject({ status: 200 })
  expect(await edit(delivery, { delivery_date: addDays(delivery_date, 1) })).toMatchObject(
    problem('delivery_date', 'Delivery date cannot be in the past'),
  )
})

test('an edit reports an invalid field in the form’s words', async () => {
  const delivery = await aDelivery(app, pharmacy)
  expect(await edit(delivery, { time_range: 'noon' })).toMatchObject(problem('time_range', 'Time range is required'))
  expect(await edit(delivery, { delivery_date: '' })).toMatchObject(
    problem('delivery_date', 'Delivery date is required'),
  )
})

test('an edit cannot change the status, the totals or another delivery’s ID', async () => {
  const delivery = await aDelivery(app, pharmacy)
  const sent = { status: 'delivered', total_copay: 0, id: randomUUID(), version: 40, amount: 5, refrigerated: true }
  const { body } = await edit(delivery, sent)
  expect(body).toEqual({ ...delivery, refrigerated: true, version: 2, updated_at: body.updated_at })
})
