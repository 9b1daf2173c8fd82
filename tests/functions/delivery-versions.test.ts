import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { type DeliveryStatus, deliveryStatuses, statusInWords } from '#shared/model/delivery-statuses.ts'
import { aDelivery, aPatient, complete, patientBody } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'

const stale = {
  status: 409,
  body: { detail: 'This delivery was changed by someone else. Refresh and try again.' },
}
const headers = (version: string | number) => ({ 'if-match': String(version) })
const edit = ({ id }: Delivery, version: string | number) =>
  app.call(deliveries.updateDelivery, {
    as: pharmacy.admin,
    params: { id },
    body: { refrigerated: true },
    headers: headers(version),
  })
const read = async ({ id }: Delivery): Promise<Delivery> =>
  (await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).body

describe('a change that names the version it was made from', () => {
  test.each(['1', '"1"', ' "1" '])('is accepted if sent as %j', async (version) => {
    expect(await edit(await aDelivery(app, pharmacy), version)).toMatchObject({ status: 200, body: { version: 2 } })
  })
  test('is rejected if the delivery has a newer version', async () => {
    const delivery = await aDelivery(app, pharmacy)
    await edit(delivery, 1)
    for (const version of ['1', '"1"', '3', '0']) expect(await edit(delivery, version)).toMatchObject(stale)
    expect(await read(delivery)).toMatchObject({ version: 2 })
  })
  test('reports the current status and pharmacist and who changed them', async () => {
    const { id } = await aDelivery(app, pharmacy)
    const as = pharmacy.admin
    const assign = (pharmacist_id: string | null) =>
      app.call(deliveries.updateDelivery, { as, params: { id }, body: { pharmacist_id } })
    await assign(pharmacy.driver.user.id)
    await assign(pharmacy.pharmacist.user.id)
    const from = (version: number) =>
      app.call(deliveries.updateDelivery, {
        as,
        params: { id },
        body: { refrigerated: true },
        headers: headers(version),
      })
    const by = 'Ada Admin'
    expect((await from(1)).body.changes).toEqual([
      { field: 'status', from: 'unassigned', to: 'assigned', by },
      { field: 'pharmacist_name', from: null, to: 'Phil Pharmacist', by },
    ])
    expect((await from(2)).body.changes).toEqual([
      { field: 'pharmacist_name', from: 'Dora Driver', to: 'Phil Pharmacist', by },
    ])
    await assign(null)
    expect((await from(1)).body.changes).toEqual([])
  })
  test.each(['x', '1,2', '-1', '1.5', '""', 'W/"1"', '*'])('is rejected if the version is %j', async (version) => {
    expect(await edit(await aDelivery(app, pharmacy), version)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['header', 'If-Match'], msg: 'Must be a version number' }] },
    })
  })
  test('is also rejected for an outdated status change', async () => {
    const { id, version } = await aDelivery(app, pharmacy, { status: 'assigned' })
    const start = (seen: number) =>
      app.call(deliveries.changeStatus, {
        as: pharmacy.driver,
        params: { id },
        body: { status: 'in_progress' },
        headers: headers(seen),
      })
    expect(await start(version + 1)).toMatchObject(stale)
    expect(await start(version)).toMatchObject({ status: 200 })
  })
  test('is also rejected for an outdated completion', async () => {
    const { id, version } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    expect(await complete(app, pharmacy.driver, id, { headers: headers(version - 1) })).toMatchObject(stale)
    expect(await complete(app, pharmacy.driver, id, { headers: headers(version) })).toMatchObject({ status: 200 })
  })
  test('succeeds once, even if many are sent concurrently', async () => {
    const delivery = await aDelivery(app, pharmacy)
    const answers = await Promise.all(Array.from({ length: 20 }, () => edit(delivery, 1)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    expect(await read(delivery)).toMatchObject({ version: 2 })
  })
})

test('concurrent edits without a version are all applied', async () => {
  const delivery = await aDelivery(app, pharmacy)
  const fields = ['refrigerated', 'collect_copay', 'lien_form', 'hipaa_form']
  const answers = await Promise.all(
    fields.map((field) =>
      app.call(deliveries.updateDelivery, {
        as: pharmacy.admin,
        params: { id: delivery.id },
        body: { [field]: true },
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await read(delivery)).toMatchObject({
    refrigerated: true,
    collect_copay: true,
    lien_form: true,
    hipaa_form: true,
    version: 5,
  })
})

test('patients have a version too', async () => {
  const { id } = await aPatient(app, pharmacy.admin)
  const update = (version: number) =>
    app.call(patients.updatePatient, {
      as: pharmacy.admin,
      params: { id },
      body: { ...patientBody, city: 'Arlington' },
      headers: headers(version),
    })
  expect(await update(1)).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await update(1)).toMatchObject({
    status: 409,
    body: { detail: 'This patient was changed by someone else. Refresh and try again.' },
  })
})

describe('a deletion', () => {
  const remove = (id: string) => app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id } })

  test.each<DeliveryStatus>(['pending', 'unassigned', 'assigned'])(
    'leaves nothing behind if the delivery is %s',
    async (status) => {
      const { id, patient_id } = await aDelivery(app, pharmacy, { status })
      expect(await remove(id)).toMatchObject({ status: 204, text: '' })
      const gone = { status: 404, body: { detail: 'Delivery not found' } }
      expect(await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).toMatchObject(gone)
      expect(await app.call(deliveries.readStatusHistory, { as: pharmacy.admin, params: { id } })).toMatchObject(gone)
      expect(await remove(id)).toMatchObject(gone)
      const list = await app.call(deliveries.listDeliveries, { as: pharmacy.admin, query: { patient_id } })
      expect(list.body).toEqual([])
    },
  )

  const stored = deliveryStatuses.filter((status) => !['pending', 'unassigned', 'assigned'].includes(status))
  test.each(stored)('is rejected if the delivery is %s', async (status) => {
    const { id } = await aDelivery(app, pharmacy, { status })
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { detail: `A delivery that is ${statusInWords(status)} cannot be deleted` },
    })
    const read = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })
    expect(read).toMatchObject({ status: 200, body: { status } })
  })
})
