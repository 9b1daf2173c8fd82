import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { type DeliveryStatus, deliveryStatuses, statusInWords } from '#shared/model/delivery-statuses.ts'
import { allowedNextStatuses } from '#shared/rules/transitions.ts'
import { aDelivery, aPatient, pngBytes, signature } from '#tests/support/builders.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person } from '#tests/support/test-app.ts'

let otherDriver: Person
/** The id of a patient who has had a delivery before. */
let known: string
test.beforeAll(async () => {
  otherDriver = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
  known = (await aDelivery(app, pharmacy, { status: 'delivered' })).patient_id
})

const change = (as: Person, id: string, body: object) => app.call(deliveries.changeStatus, { as, params: { id }, body })
const read = async (id: string): Promise<Delivery> =>
  (await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).body
const aKnown = (status: DeliveryStatus, fields: object = {}) =>
  aDelivery(app, pharmacy, { status, patient_id: known, ...fields })

const forbidden = {
  status: 403,
  body: { detail: "You don't have the required permission: delivery.edit_orders" },
}
const conflict = (from: DeliveryStatus, to: DeliveryStatus) => ({
  status: 409,
  body: { detail: `Cannot change status from ${statusInWords(from)} to ${statusInWords(to)}` },
})

describe.each(deliveryStatuses.map((from) => ({ from })))('a delivery that is $from', ({ from }) => {
  test('can be changed by a manager to exactly the statuses in the table', async () => {
    const managers = [pharmacy.admin, pharmacy.pharmacist]
    for (const as of sampleUnlessProof(managers, deliveryStatuses.indexOf(from), 2)) {
      for (const to of deliveryStatuses) {
        if (!allowedNextStatuses(from, true).includes(to)) continue
        const { id } = await aKnown(from, from === 'pending' ? { pharmacist_id: pharmacy.driver.user.id } : {})
        expect([to, await change(as, id, { status: to })]).toMatchObject([to, { status: 200, body: { status: to } }])
      }
      const { id, version } = await aKnown(from)
      for (const to of deliveryStatuses) {
        if (allowedNextStatuses(from, true).includes(to)) continue
        expect(await change(as, id, { status: to })).toMatchObject(conflict(from, to))
      }
      expect(await read(id)).toMatchObject({ status: from, version })
    }
  })

  test('can only be started by its driver', async () => {
    const needsNobody = from === 'pending' || from === 'unassigned'
    for (const to of deliveryStatuses) {
      const { id } = await aKnown(from)
      const answer = await change(pharmacy.driver, id, { status: to })
      if (to !== 'in_progress' || needsNobody) expect([to, answer]).toMatchObject([to, forbidden])
      else if (from === 'assigned') expect(answer).toMatchObject({ status: 200, body: { status: to } })
      else expect(answer).toMatchObject(conflict(from, to))
    }
  })

  test('cannot be changed by another driver', async () => {
    const { id, version } = await aKnown(from)
    for (const to of deliveryStatuses) {
      expect([to, await change(otherDriver, id, { status: to })]).toMatchObject([to, forbidden])
    }
    expect(await read(id)).toMatchObject({ status: from, version })
  })
})

test('a status change cannot assign a delivery that never had a pharmacist', async () => {
  const { id } = await aKnown('pending')
  expect(await change(pharmacy.admin, id, { status: 'assigned' })).toMatchObject({
    status: 409,
    body: { detail: 'Assign a pharmacist first' },
  })
})

test('a failed delivery that lost its pharmacist needs one before it can be assigned again', async () => {
  const { id } = await aKnown('failed')
  const params = { id }
  await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params, body: { pharmacist_id: null } })
  expect(await change(pharmacy.admin, id, { status: 'assigned' })).toMatchObject({
    status: 409,
    body: { detail: 'Assign a pharmacist first' },
  })
})

test('the notes of a status change are in the history, and its delivery notes on the delivery', async () => {
  const { id } = await aKnown('assigned', { delivery_notes: 'Ring twice' })
  await change(pharmacy.admin, id, { status: 'in_progress', notes: 'Status changed to in_progress by Ada Admin' })
  expect(await read(id)).toMatchObject({ delivery_notes: 'Ring twice' })
  await change(pharmacy.admin, id, { status: 'cancelled', delivery_notes: 'Moved away' })
  expect(await read(id)).toMatchObject({ delivery_notes: 'Moved away' })
  const history = await app.call(deliveries.readStatusHistory, { as: pharmacy.admin, params: { id } })
  expect(history.body).toMatchObject([
    { new_status: 'cancelled', notes: '' },
    { new_status: 'in_progress', notes: 'Status changed to in_progress by Ada Admin' },
    { new_status: 'assigned' },
  ])
})

describe('a change to delivered without a completion', () => {
  const problem = (field: string, msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', field], msg }] } })

  test('needs no signature for a known patient unless the delivery requires one', async () => {
    const { id } = await aKnown('in_progress')
    expect(await change(pharmacy.admin, id, { status: 'delivered' })).toMatchObject({
      status: 200,
      body: { status: 'delivered', completed_at: app.clock.now.toISOString(), patient_signature: null },
    })
  })

  test('needs a signature if the delivery requires one', async () => {
    const { id } = await aKnown('in_progress', { signature_required: true })
    expect(await change(pharmacy.admin, id, { status: 'delivered' })).toMatchObject(
      problem('patient_signature', 'Please provide a signature before completing the delivery'),
    )
    const signed = await change(pharmacy.admin, id, { status: 'delivered', patient_signature: signature })
    expect(signed).toMatchObject({ status: 200, body: { signature_timestamp: app.clock.now.toISOString() } })
    const picture = await fetch(signed.body.patient_signature)
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(pngBytes)
  })

  test('does not accept an empty signature', async () => {
    const asking = await aKnown('in_progress', { signature_required: true })
    const unsigned = { status: 'delivered', patient_signature: '' }
    expect(await change(pharmacy.admin, asking.id, unsigned)).toMatchObject(
      problem('patient_signature', 'Please provide a signature before completing the delivery'),
    )
    const { id } = await aKnown('in_progress')
    expect(await change(pharmacy.admin, id, unsigned)).toMatchObject({
      status: 200,
      body: { status: 'delivered', patient_signature: null, signature_timestamp: null },
    })
  })

  test('accepts a signature that was stored earlier', async () => {
    const { id } = await aDelivery(app, pharmacy, {
      status: 'assigned',
      patient_id: known,
      signature_required: true,
    })
    await change(pharmacy.admin, id, { status: 'in_progress', patient_signature: signature })
    expect(await change(pharmacy.admin, id, { status: 'delivered' })).toMatchObject({ status: 200 })
  })

  test('is rejected for a patient’s first delivery', async () => {
    const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const body = { status: 'delivered', patient_signature: signature }
    expect(await change(pharmacy.admin, id, body)).toMatchObject(
      problem('status', 'Please confirm both HIPAA form and counseling were received for this first-time delivery'),
    )
    expect(await read(id)).toMatchObject({ status: 'in_progress', patient_signature: null })
  })
})

describe('a form with a photo', () => {
  const send = (id: string, data: object, photo: Blob) => {
    const form = new FormData()
    form.set('data', JSON.stringify(data))
    form.set('delivery_photo', photo, 'door.jpg')
    return app.call(deliveries.changeStatus, { as: pharmacy.admin, params: { id }, form })
  }
  test('changes the status and stores the photo', async () => {
    const { id } = await aKnown('in_progress')
    const answer = await send(id, { status: 'failed' }, new Blob([pngBytes]))
    expect(answer).toMatchObject({ status: 200, body: { status: 'failed', delivery_photo_content_type: 'image/png' } })
    const picture = await fetch(answer.body.delivery_photo_url)
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(pngBytes)
  })
  test('changes nothing if the photo is not a picture', async () => {
    const { id, version } = await aKnown('in_progress')
    expect(await send(id, { status: 'failed' }, new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']))).toMatchObject(
      {
        status: 415,
        body: { detail: 'Please upload an image file (JPEG, PNG, etc.)' },
      },
    )
    expect(await read(id)).toMatchObject({ status: 'in_progress', version })
  })
})

test('a patient’s second delivery needs no completion after the first was delivered', async () => {
  const patient_id = (await aPatient(app, pharmacy.admin)).id
  const second = await aDelivery(app, pharmacy, { status: 'in_progress', patient_id })
  expect(await change(pharmacy.admin, second.id, { status: 'delivered' })).toMatchObject({ status: 422 })
  await aDelivery(app, pharmacy, { status: 'delivered', patient_id })
  expect(await change(pharmacy.admin, second.id, { status: 'delivered' })).toMatchObject({ status: 200 })
})
