import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownEntriesOf } from '#functions/data/delivery-entries.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { remove } from '#functions/data/writes.ts'
import { foundByTheirPerson } from '#infra/migrations/found-by-their-person.ts'
import { runMigration } from '#infra/migrations/run-migration.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('deliveries from before their people were led to them are found by the migration, and no deleted one', async () => {
  const pharmacy = await app.createPharmacy()
  const keys = keysOf(pharmacy.tenant.id)
  const made = []
  for (const status of deliveryStatuses) made.push(await aDelivery(app, pharmacy, { status }))
  // Its person is theirs as long as it is pending.
  made.push(await aDelivery(app, pharmacy, { status: 'pending', pharmacist_id: pharmacy.driver.user.id }))
  const hundred = Array.from({ length: 100 }, (_, i) => ({ rx_number: `H${i}`, copay: 0 }))
  made.push(await aDelivery(app, pharmacy, { status: 'assigned', rx_information: hundred }))
  const { id } = await aDelivery(app, pharmacy, { status: 'assigned' })
  const own = []
  for (const one of made) {
    const stored = await app.table.get(keys.delivery(one.id))
    own.push(...ownEntriesOf(keys, stored))
  }
  await app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id } })
  for (let i = 0; i < own.length; i += 100)
    await app.table.write(...own.slice(i, i + 100).map(({ key }) => remove(key)))
  expect(await problemsIn(app)).not.toEqual([])

  const told = await runMigration(foundByTheirPerson, {
    table: app.table,
    now: () => app.clock.now,
    tell: () => undefined,
  })
  expect(told.changed).toBe(made.filter(({ pharmacist_id }) => pharmacist_id !== null).length)
  expect(await problemsIn(app)).toEqual([])
})
