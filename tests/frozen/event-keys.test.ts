import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import { formerEventKeysMigration } from '#functions/migrations/event-keys.ts'
import { runMigration } from '#functions/migrations/run-migration.ts'
import { listActivity } from '#shared/api/activity.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('an event loses the keys of indexes that are gone, once, and is found as before', async () => {
  const at = await app.createPharmacy()
  const { id, patient_id } = await aDelivery(app, at)
  const keys = keysOf(at.tenant.id)
  const events = await app.table.queryAll(keys.eventsOfSubject(id))
  for (const event of events) {
    const write = put(keys.event(id, event.at, event.id), event)
    const item = { ...write.item, event_action_pk: 'T#t#EA#delivery.read', event_patient_actor_action_pk: 'T#t#EPUA' }
    await app.table.write({ ...write, item })
  }
  expect(await problemsIn(app)).not.toEqual([])
  const query = { patient_id: String(patient_id), action: 'delivery.created' }
  const found = async () => (await app.call(listActivity, { as: at.admin, query })).body
  const before = await found()
  const migrate = () => runMigration(formerEventKeysMigration, { table: app.table, now: () => app.clock.now })
  expect(await migrate()).toBe(events.length)
  expect(await found()).toEqual(before)
  expect(await app.table.queryAll(keys.eventsOfSubject(id))).toEqual(events)
  expect(await problemsIn(app)).toEqual([])
})
