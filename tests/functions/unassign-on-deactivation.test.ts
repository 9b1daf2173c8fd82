import { describe, expect } from 'vitest'
import { unassignTaskPartition } from '#functions/data/entities/unassign-task.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { listActivity } from '#shared/api/activity.ts'
import { returnPackage } from '#shared/api/attempts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as users from '#shared/api/users.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import { storeSettings } from '#tests/support/run-calls.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'

const as = () => pharmacy.admin
const driverId = () => pharmacy.driver.user.id
const update = (body: object, id = driverId()) => app.call(users.updateUser, { as: as(), params: { id }, body })
const remove = (id = driverId()) => app.call(users.deleteUser, { as: as(), params: { id } })
const read = async (id: string) => (await app.call(deliveries.readDelivery, { as: as(), params: { id } })).body
const historyOf = async (id: string) =>
  (await app.call(deliveries.readStatusHistory, { as: as(), params: { id } })).body
const stored = (id = driverId()) => app.table.get(keysOf(pharmacy.tenant.id).user(id))
const assign = (id: string, pharmacist_id = driverId()) =>
  app.call(deliveries.updateDelivery, { as: as(), params: { id }, body: { pharmacist_id } })
const tasks = async () =>
  (await app.table.queryAll(unassignTaskPartition)).filter(({ tenant_id }) => tenant_id === pharmacy.tenant.id)

/**
 * Moves the clock on by a minute and runs the worker, twice. A task is kept for a minute, because the index in which the worker
 * finds the deliveries may lag behind the table.
 */
async function settle() {
  for (let minute = 0; minute < 2; minute++) {
    passSeconds(app, 60)
    await app.takeBack()
  }
}

const goings = [
  ['was deactivated', () => update({ is_active: false }), 200],
  ['was deleted', () => remove(), 204],
  ['no longer delivers', () => update({ roles: [] }), 200],
] as const

describe.each(goings)('a user who %s', (why, go, status) => {
  const canSignIn = why === 'no longer delivers'

  test.each([
    ['assigned', 'unassigned'],
    ['pending', 'pending'],
    ...(canSignIn
      ? ([
          ['in_progress', 'unassigned'],
          ['failed', 'failed'],
        ] as const)
      : []),
  ] as const)('may have deliveries that are %s, which become %s without a pharmacist', async (before, after) => {
    const { id } = await aDelivery(app, pharmacy, { status: before, pharmacist_id: driverId() })
    expect((await go()).status).toBe(status)
    await app.takeBack()
    expect(await read(id)).toMatchObject({ status: after, pharmacist_id: null, pharmacist_name: null })
    expect((await historyOf(id))[0]).toMatchObject({
      new_status: after,
      changed_by_name: 'System',
      notes: `Unassigned: Dora Driver ${why}`,
    })
  })

  const out = canSignIn ? [] : (['in_progress', 'failed'] as const)
  test.each(out)('keeps a package that is out (%s) until it is back', async (status) => {
    const { id, version } = await aDelivery(app, pharmacy, { status, pharmacist_id: driverId() })
    await go()
    await settle()
    expect(await read(id)).toMatchObject({ version, status, pharmacist_name: 'Dora Driver' })
    await app.call(returnPackage, { as: as(), params: { id }, body: {} })
    await settle()
    expect(await tasks()).toEqual([])
    expect(await problemsIn(app)).toEqual([])
  })

  test('keeps no deliveries if staff see only their own either', async () => {
    await storeSettings(app, pharmacy, { staff_see_all: false })
    const { id } = await aDelivery(app, pharmacy, { status: 'assigned' })
    await go()
    await app.takeBack()
    expect(await read(id)).toMatchObject({ status: 'unassigned', pharmacist_id: null })
  })

  test('keeps what was delivered or cancelled', async () => {
    const over = [await aDelivery(app, pharmacy, { status: 'delivered' })]
    over.push(await aDelivery(app, pharmacy, { status: 'cancelled' }))
    await go()
    await settle()
    for (const { id, version } of over)
      expect(await read(id)).toMatchObject({ version, pharmacist_name: 'Dora Driver' })
  })

  test('has each delivery unassigned with an event by the system', async () => {
    const { id } = await aDelivery(app, pharmacy, { status: 'assigned' })
    await go()
    await app.takeBack()
    const { body } = await app.call(listActivity, { as: as(), query: { subject_id: id, action: 'delivery.assigned' } })
    expect(body).toMatchObject([
      {
        actor: { id: null, name: 'System' },
        place: null,
        changes: expect.arrayContaining([{ field: 'status', from: 'assigned', to: 'unassigned' }]),
      },
    ])
  })

  test('leaves no task behind, and every count is correct', async () => {
    await aDelivery(app, pharmacy, { status: 'assigned' })
    await go()
    await app.takeBack()
    expect(await tasks()).toHaveLength(1)
    await settle()
    expect(await tasks()).toEqual([])
    expect(await problemsIn(app)).toEqual([])
    expect(await stored()).toEqual(why === 'was deleted' ? undefined : expect.objectContaining({ open_deliveries: 0 }))
  })

  test('can no longer be assigned a delivery', async () => {
    const { id } = await aDelivery(app, pharmacy)
    await go()
    expect(await assign(id)).toMatchObject({ status: 422 })
  })

  test('also loses deliveries that an index shows late', async () => {
    const { id } = await aDelivery(app, pharmacy, { status: 'assigned' })
    const { middlewareStack } = app.services.table.client
    // Make the indexes return no rows, as if they had not caught up with the table yet. AWS promises no limit for this delay.
    middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args)
        const isOfIndex = 'IndexName' in args.input && args.input.IndexName
        return isOfIndex ? { ...result, output: { ...result.output, Items: [], Count: 0 } } : result
      },
      { step: 'initialize', name: 'lateIndexes' },
    )
    await go()
    await settle()
    middlewareStack.remove('lateIndexes')
    expect(await read(id)).toMatchObject({ status: 'assigned' })
    await settle()
    expect(await read(id)).toMatchObject({ status: 'unassigned' })
  })
})

test('a deleted user is invisible from that moment on', async () => {
  await aDelivery(app, pharmacy, { status: 'assigned' })
  expect(await remove()).toMatchObject({ status: 204 })
  expect(await app.call(users.readUser, { as: as(), params: { id: driverId() } })).toMatchObject({ status: 404 })
  expect((await app.call(users.listUsers, { as: as() })).body.map(({ id }: { id: string }) => id)).not.toContain(
    driverId(),
  )
  expect(await update({ full_name: 'Back Again' })).toMatchObject({ status: 404 })
  expect(await remove()).toMatchObject({ status: 404 })
  const { email } = pharmacy.driver.user
  const again = { full_name: 'Dora Again', email, send_invitation: false }
  expect(await app.call(users.createUser, { as: as(), body: again })).toMatchObject({ status: 201 })
})

test('all users of a role lose their deliveries if it loses its last permission to deliver', async () => {
  const { id } = await aDelivery(app, pharmacy, { status: 'assigned' })
  const other = await aDelivery(app, pharmacy, { status: 'assigned', pharmacist_id: pharmacy.pharmacist.user.id })
  const [role = ''] = pharmacy.driver.user.roles
  await app.call(users.updateRole, { as: as(), params: { id: role }, body: { permissions: [] } })
  await settle()
  expect(await read(id)).toMatchObject({ status: 'unassigned' })
  expect((await historyOf(id))[0]).toMatchObject({ notes: 'Unassigned: Dora Driver no longer delivers' })
  expect(await read(other.id)).toMatchObject({ status: 'assigned' })
  expect(await tasks()).toEqual([])
})

test('an administrator who keeps the permission through a role keeps their deliveries', async () => {
  const admin = await app.join(pharmacy.tenant, { is_tenant_admin: true, roles: pharmacy.driver.user.roles })
  const { id } = await aDelivery(app, pharmacy, { status: 'assigned', pharmacist_id: admin.user.id })
  await update({ is_tenant_admin: false }, admin.user.id)
  await settle()
  expect(await read(id)).toMatchObject({ status: 'assigned' })
})

test('a delivery that is reassigned meanwhile stays with its new driver', async () => {
  const { id } = await aDelivery(app, pharmacy, { status: 'assigned' })
  await update({ is_active: false })
  await assign(id, pharmacy.pharmacist.user.id)
  await settle()
  expect(await read(id)).toMatchObject({ status: 'assigned', pharmacist_id: pharmacy.pharmacist.user.id })
})

test('a user who is reactivated before the worker runs keeps everything', async () => {
  const { id } = await aDelivery(app, pharmacy, { status: 'assigned' })
  await update({ is_active: false })
  await update({ is_active: true })
  await settle()
  expect(await read(id)).toMatchObject({ status: 'assigned', pharmacist_id: driverId() })
  expect(await tasks()).toEqual([])
})

test('concurrent worker runs unassign each delivery once', async () => {
  const held = [
    await aDelivery(app, pharmacy, { status: 'assigned' }),
    await aDelivery(app, pharmacy, { status: 'assigned' }),
  ]
  await update({ is_active: false })
  await Promise.all([app.takeBack(), app.takeBack(), app.takeBack()])
  await settle()
  for (const { id, version } of held) expect(await read(id)).toMatchObject({ version: version + 1 })
})

test('a failed worker run leaves its task for the next one and does not block other tasks', async () => {
  const { id } = await aDelivery(app, pharmacy, { status: 'assigned' })
  await update({ is_active: false })
  const { middlewareStack } = app.services.table.client
  middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (commandName !== 'TransactWriteItemsCommand' && commandName !== 'TransactWriteCommand') return next(args)
        if (!JSON.stringify(args.input).includes('DELIVERY')) return next(args)
        throw Object.assign(new Error(), { name: 'InternalServerError' })
      },
    { step: 'initialize', name: 'broken' },
  )
  await app.takeBack()
  middlewareStack.remove('broken')
  expect(await read(id)).toMatchObject({ status: 'assigned' })
  await settle()
  expect(await read(id)).toMatchObject({ status: 'unassigned' })
})

test('a user’s record has the number of their open deliveries', async () => {
  for (const status of ['assigned', 'in_progress', 'delivered', 'failed'] as const)
    await aDelivery(app, pharmacy, { status })
  const { body } = await app.call(users.readUser, { as: as(), params: { id: driverId() } })
  expect(body.open_deliveries).toBe(2)
})
