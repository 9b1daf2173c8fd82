import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { type DeliveryStatus, deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { isOpenStatus } from '#shared/rules/transitions.ts'
import { aDelivery, aPatient, complete } from '#tests/support/builders.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'

const removePatient = (id: string) => app.call(patients.deletePatient, { as: pharmacy.admin, params: { id } })
const assign = (id: string, pharmacist_id: string | null) =>
  app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body: { pharmacist_id } })
const change = (id: string, status: DeliveryStatus) =>
  app.call(deliveries.changeStatus, { as: pharmacy.admin, params: { id }, body: { status } })
const removeDelivery = (id: string) => app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id } })
const openOf = async (patientId: string) =>
  (await app.table.get(keysOf(pharmacy.tenant.id).patient(patientId)))?.open_deliveries
const open = { status: 409, body: { detail: 'A patient with open deliveries cannot be deleted' } }

describe('a patient', () => {
  test.each(deliveryStatuses.filter(isOpenStatus))('whose delivery is %s cannot be deleted', async (status) => {
    const { patient_id } = await aDelivery(app, pharmacy, { status })
    expect(await removePatient(patient_id)).toMatchObject(open)
    expect(await app.call(patients.readPatient, { as: pharmacy.admin, params: { id: patient_id } })).toMatchObject({
      status: 200,
    })
  })
  test.each(['delivered', 'cancelled', 'failed'] as const)('whose delivery is %s can be deleted', async (status) => {
    const { patient_id } = await aDelivery(app, pharmacy, { status })
    expect(await removePatient(patient_id)).toMatchObject({ status: 204 })
  })
  test('whose only delivery was deleted can be deleted', async () => {
    const { id, patient_id } = await aDelivery(app, pharmacy)
    await removeDelivery(id)
    expect(await removePatient(patient_id)).toMatchObject({ status: 204 })
  })
  test('whose failed delivery is assigned again cannot be deleted', async () => {
    const { id, patient_id } = await aDelivery(app, pharmacy, { status: 'failed' })
    await assign(id, pharmacy.driver.user.id)
    expect(await removePatient(patient_id)).toMatchObject(open)
  })
  test('cannot be deleted until the last of several deliveries is finished', async () => {
    const { id, patient_id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const second = await aDelivery(app, pharmacy, { status: 'assigned', patient_id })
    await complete(app, pharmacy.driver, id)
    expect(await removePatient(patient_id)).toMatchObject(open)
    await change(second.id, 'cancelled')
    expect(await removePatient(patient_id)).toMatchObject({ status: 204 })
  })
  test('can be deleted after their delivery moved to another patient, who cannot', async () => {
    const { id, patient_id } = await aDelivery(app, pharmacy)
    const other = await aPatient(app, pharmacy.admin)
    await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body: { patient_id: other.id } })
    expect(await removePatient(other.id)).toMatchObject(open)
    expect(await removePatient(patient_id)).toMatchObject({ status: 204 })
  })
})

test('a failed delivery of a deleted patient can still be assigned and completed', async () => {
  const { id, patient_id } = await aDelivery(app, pharmacy, { status: 'failed' })
  await removePatient(patient_id)
  expect(await assign(id, pharmacy.driver.user.id)).toMatchObject({ status: 200, body: { status: 'assigned' } })
  await change(id, 'in_progress')
  expect(await complete(app, pharmacy.driver, id)).toMatchObject({
    status: 200,
    body: { status: 'delivered', patient_name: 'Grace Hopper' },
  })
  expect(await openOf(patient_id)).toBe(0)
})

test('after any sequence of changes, a patient’s count is the number of their open deliveries', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.constantFrom('assign', 'unassign', 'complete', 'remove', 'move'),
      fc.constantFrom<DeliveryStatus>(...deliveryStatuses),
    ),
    { minLength: 5, maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const [one, two] = await Promise.all([aPatient(app, pharmacy.admin), aPatient(app, pharmacy.admin)])
      const { id } = await aDelivery(app, pharmacy, { patient_id: one.id })
      for (const step of sequence) {
        if (step === 'assign') await assign(id, pharmacy.driver.user.id)
        else if (step === 'unassign') await assign(id, null)
        else if (step === 'complete') await complete(app, pharmacy.driver, id)
        else if (step === 'remove') await removeDelivery(id)
        else if (step === 'move')
          await app.call(deliveries.updateDelivery, {
            as: pharmacy.admin,
            params: { id },
            body: { patient_id: two.id },
          })
        else await change(id, step)
        const { body } = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })
        const holder = body.patient_id ?? ''
        const expected = (patientId: string) => (patientId === holder && isOpenStatus(body.status) ? 1 : 0)
        expect([await openOf(one.id), await openOf(two.id)]).toEqual([expected(one.id), expected(two.id)])
      }
    }),
    { seed: 41, numRuns: howMany({ quick: 4, proof: 12 }) },
  )
})
