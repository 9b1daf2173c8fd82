import { expect } from 'vitest'
import { listActivity } from '#shared/api/activity.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as exports from '#shared/api/exports.ts'
import type { ActivityEvent } from '#shared/model/activity.ts'
import { exportedDeliveriesLimit } from '#shared/model/list-export.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'

const exported = async (query: object) =>
  (await app.call(listActivity, { as: pharmacy.admin, query: { kind: 'looks', ...query } })).body.filter(
    ({ action }: ActivityEvent) => action.endsWith('.exported'),
  )

test('the export of a list is logged with its filters before anything is read', async () => {
  const filters = { view: 'current', status: 'assigned, in_progress', pharmacist_id: 'null', today: '2026-03-10' }
  const send = (body: object) => app.call(exports.exportList, { as: pharmacy.admin, body })
  expect((await send({ kind: 'deliveries', filters })).status).toBe(204)
  app.clock.now = new Date(app.clock.now.getTime() + 1000)
  expect((await send({ kind: 'patients', filters: { q: 'grace' } })).status).toBe(204)
  expect(await exported({})).toMatchObject([
    { action: 'patient.exported', subject: { type: 'patient', id: null }, query: { q: 'grace' } },
    {
      action: 'delivery.exported',
      subject: { type: 'delivery', id: null },
      query: { ...filters, status: ['assigned', 'in_progress'] },
    },
  ])
})

test.each([
  [{ kind: 'people', filters: {} }, 'body.kind', 'Must be deliveries or patients'],
  [{ kind: 'deliveries', filters: { view: 'attention' } }, 'body.filters.view', 'Must be current or past'],
  [{ kind: 'deliveries', filters: { delivery_date: '2026-02-30' } }, 'body.filters.delivery_date', 'Invalid date'],
  [
    { kind: 'patients', filters: { q: 'x'.repeat(201) } },
    'body.filters.q',
    'Search text must be at most 200 characters',
  ],
])('%j is rejected with a message', async (body, place, words) => {
  const { status, body: answer } = await app.call(exports.exportList, { as: pharmacy.admin, body })
  expect(status).toBe(422)
  expect(Object(answer).detail).toEqual([expect.objectContaining({ loc: place.split('.'), msg: words })])
})

test('exported deliveries are complete except for pictures, and appear in their patients’ activity', async () => {
  const { admin } = pharmacy
  const external_id = crypto.randomUUID()
  const { id: patient_id } = await aPatient(app, admin, { external_id })
  const {
    id,
    version: _version,
    ...made
  } = await aDelivery(app, pharmacy, {
    patient_id,
    rx_information: [{ rx_number: 'RX-7', copay: 10.1 }, { rx_number: 'RX-8' }],
  })
  const gone = await aDelivery(app, pharmacy)
  await app.call(deliveries.deleteDelivery, { as: admin, params: { id: gone.id } })
  const body = { ids: [id, gone.id, crypto.randomUUID()] }
  const { body: answer } = await app.call(exports.exportDeliveries, { as: admin, body })
  const { patient_signature, delivery_photo, delivery_photo_url, ...facts } = made
  expect([patient_signature, delivery_photo, delivery_photo_url]).toEqual([null, null, null])
  expect(answer).toEqual([{ id, version: expect.any(Number), ...facts, patient_external_id: external_id }])
  expect(await exported({ patient_id })).toMatchObject([
    { action: 'delivery.exported', subject: { type: 'delivery', id } },
  ])
  expect(await exported({ subject_id: gone.id })).toEqual([])
})

test('one call returns as many deliveries as an export’s page has, and no more', async () => {
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
  const read = (count: number) => app.call(exports.exportDeliveries, { as: pharmacy.admin, body: { ids: ids(count) } })
  expect(await read(exportedDeliveriesLimit)).toMatchObject({ status: 200, body: [] })
  expect((await read(exportedDeliveriesLimit + 1)).status).toBe(422)
})
