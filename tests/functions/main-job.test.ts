import { expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { aPatient, complete, deliveryBody, patientBody, pngBytes } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'

test('a delivery is planned, assigned, started and completed with a signature', async () => {
  const { admin, driver } = pharmacy
  const patient = await app.call(patients.createPatient, { as: admin, body: patientBody })
  expect(patient).toMatchObject({ status: 201, body: { name: 'Grace Hopper', state: 'CT', version: 1 } })

  const created = await app.call(deliveries.createDelivery, {
    as: admin,
    body: deliveryBody(app, patient.body.id, { total_copay: 999 }),
  })
  expect(created).toMatchObject({
    status: 201,
    body: { status: 'unassigned', total_copay: 10.1, total_price: 0.6, patient_name: 'Grace Hopper', rx_count: 1 },
  })
  const params = { id: created.body.id }

  const assigned = await app.call(deliveries.updateDelivery, {
    as: admin,
    params,
    body: { pharmacist_id: driver.user.id },
  })
  expect(assigned.body).toMatchObject({ status: 'assigned', pharmacist_name: 'Dora Driver', version: 2 })

  const started = await app.call(deliveries.changeStatus, { as: driver, params, body: { status: 'in_progress' } })
  expect(started.body).toMatchObject({ status: 'in_progress' })

  const completed = await complete(app, driver, params.id, { photo: pngBytes })
  expect(completed).toMatchObject({
    status: 200,
    body: { status: 'delivered', amount: 10.5, delivery_photo_content_type: 'image/png' },
  })
  for (const address of [completed.body.patient_signature, completed.body.delivery_photo_url]) {
    const picture = await fetch(address)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(pngBytes)
  }

  const history = await app.call(deliveries.readStatusHistory, { as: driver, params })
  expect(history.body.map((item: { new_status: string }) => item.new_status)).toEqual([
    'delivered',
    'in_progress',
    'assigned',
    'unassigned',
  ])
  const print = await app.call(deliveries.readPrintData, { as: driver, params })
  expect(print.body).toMatchObject({ id: params.id, patient_name: 'Grace Hopper' })
  const list = await app.call(deliveries.listDeliveries, { as: driver, query: { view: 'past' } })
  expect(list.body).toMatchObject([{ id: params.id, status: 'delivered' }])
})

test('a patient is found by words, phone and ZIP', async () => {
  const { admin } = pharmacy
  const { id } = await aPatient(app, admin, {
    name: 'Zoë Ann-Marie Quill',
    phone: '+1 (555) 777-1234',
    zip_code: '90210',
  })
  const found = async (q: string) =>
    (await app.call(patients.searchPatients, { as: admin, query: { q } })).body.map((row: { id: string }) => row.id)
  for (const q of [
    'zo',
    'zoe',
    'marie',
    'qui ann',
    '15557771',
    '(1555) 777',
    '1234',
    '902',
    'new quill',
    'GRACE@example zo',
  ])
    expect([q, await found(q)]).toEqual([q, [id]])
  expect(await found('zoe xavier')).toEqual([])
  expect(await found(' ')).toHaveLength(2)
})
