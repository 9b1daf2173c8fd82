import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import * as users from '#shared/api/users.ts'
import type { HistoryItem } from '#shared/model/delivery-history.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'

const assign = (id: string, pharmacist_id: string | null) =>
  app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body: { pharmacist_id } })
const history = async (id: string): Promise<HistoryItem[]> =>
  (await app.call(deliveries.readStatusHistory, { as: pharmacy.admin, params: { id } })).body

interface Case {
  from: DeliveryStatus
  assigned: DeliveryStatus
  unassigned: DeliveryStatus
}

describe.each<Case>([
  { from: 'pending', assigned: 'assigned', unassigned: 'pending' },
  { from: 'unassigned', assigned: 'assigned', unassigned: 'unassigned' },
  { from: 'assigned', assigned: 'assigned', unassigned: 'unassigned' },
  { from: 'in_progress', assigned: 'in_progress', unassigned: 'unassigned' },
  { from: 'failed', assigned: 'assigned', unassigned: 'failed' },
])('a delivery that is $from', ({ from, assigned, unassigned }) => {
  test(`is ${assigned} with another pharmacist`, async () => {
    const { id } = await aDelivery(app, pharmacy, { status: from })
    const { user } = pharmacy.pharmacist
    expect(await assign(id, user.id)).toMatchObject({
      status: 200,
      body: { status: assigned, pharmacist_id: user.id, pharmacist_name: 'Phil Pharmacist' },
    })
    const [latest] = await history(id)
    expect(latest).toMatchObject({ old_status: from, new_status: assigned, notes: 'Assigned to Phil Pharmacist' })
  })

  test(`is ${unassigned} without one`, async () => {
    const delivery = await aDelivery(app, pharmacy, { status: from })
    const before = await history(delivery.id)
    expect(await assign(delivery.id, null)).toMatchObject({
      status: 200,
      body: { status: unassigned, pharmacist_id: null, pharmacist_name: null },
    })
    const changes = delivery.pharmacist_id ? 1 : 0
    expect(await history(delivery.id)).toHaveLength(before.length + changes)
  })
})

test.each<DeliveryStatus>(['delivered', 'cancelled'])(
  'a delivery that is %s cannot change its pharmacist',
  async (status) => {
    const { id, version } = await aDelivery(app, pharmacy, { status })
    for (const pharmacist of [pharmacy.pharmacist.user.id, null])
      expect(await assign(id, pharmacist)).toMatchObject({
        status: 409,
        body: { detail: `The pharmacist cannot be changed once a delivery is ${status}` },
      })
    const { body } = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })
    expect(body).toMatchObject({ status, version, pharmacist_name: 'Dora Driver' })
  },
)

test('a pending delivery becomes assigned when its own pharmacist is named again', async () => {
  const { id } = await aDelivery(app, pharmacy, { status: 'pending', pharmacist_id: pharmacy.driver.user.id })
  expect(await assign(id, pharmacy.driver.user.id)).toMatchObject({ body: { status: 'assigned' } })
})

test('assigning the current pharmacist again changes nothing', async () => {
  const { id, version } = await aDelivery(app, pharmacy, { status: 'in_progress' })
  expect(await assign(id, pharmacy.driver.user.id)).toMatchObject({ status: 200, body: { version } })
  expect(await history(id)).toHaveLength(2)
})

test('changing only the pharmacist adds a history item with the same status', async () => {
  const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
  await assign(id, pharmacy.pharmacist.user.id)
  expect((await history(id))[0]).toMatchObject({ old_status: 'in_progress', new_status: 'in_progress' })
})

test('a user who is unknown, deactivated, without permission or from another tenant cannot be assigned', async () => {
  const { id, version } = await aDelivery(app, pharmacy)
  const stranger = await app.createPharmacy()
  const deactivated = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles, is_active: false })
  const people = [randomUUID(), stranger.driver.user.id, deactivated.user.id, pharmacy.unprivileged.user.id]
  for (const person of people)
    expect(await assign(id, person)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'pharmacist_id'], msg: 'Deliveries can’t be assigned to this person' }] },
    })
  const { body } = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })
  expect(body).toMatchObject({ version, pharmacist_id: null })
})

test('a tenant administrator can be assigned', async () => {
  const { id } = await aDelivery(app, pharmacy)
  expect(await assign(id, pharmacy.admin.user.id)).toMatchObject({ body: { pharmacist_name: 'Ada Admin' } })
})

test.each(['failed', 'pending'] as const)(
  '%s with a deactivated user, a delivery needs another pharmacist',
  async (status) => {
    const { user } = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
    const { id } = await aDelivery(app, pharmacy, { status, pharmacist_id: user.id })
    const as = pharmacy.admin
    await app.call(users.updateUser, { as, params: { id: user.id }, body: { is_active: false } })
    expect(await app.call(deliveries.changeStatus, { as, params: { id }, body: { status: 'assigned' } })).toMatchObject(
      {
        status: 409,
        body: { detail: 'Assign a pharmacist first' },
      },
    )
    expect(await assign(id, pharmacy.driver.user.id)).toMatchObject({ status: 200, body: { status: 'assigned' } })
  },
)
