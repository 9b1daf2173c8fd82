import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { put, type Write } from '#functions/data/writes.ts'
import { eventFilters } from '#infra/migrations/event-filters.ts'
import { runMigration } from '#infra/migrations/run-migration.ts'
import { listActivity } from '#shared/api/activity.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** Without the keys that events did not have before there was one for every set of filters. */
function asBefore(write: Write): Write {
  const {
    event_patient_actor_pk: _pu,
    event_patient_action_pk: _pa,
    event_patient_actor_action_pk: _pua,
    event_subject_actor_pk: _su,
    event_subject_action_pk: _sa,
    event_subject_actor_action_pk: _sua,
    ...item
  } = write.item ?? {}
  return { ...write, item }
}

test('an event from before there was a key for every set of filters is found by them after the migration', async () => {
  const at = await app.createPharmacy()
  const { id, patient_id } = await aDelivery(app, at)
  const keys = keysOf(at.tenant.id)
  const before = await app.table.queryAll(keys.eventsOfSubject(id))
  for (const event of before) await app.table.write(asBefore(put(keys.event(id, event.at, event.id), event)))
  const query = { patient_id: String(patient_id), action: 'delivery.created' }
  const found = async () => (await app.call(listActivity, { as: at.admin, query })).body
  expect(await found()).toEqual([])
  const migrate = () =>
    runMigration(eventFilters, { table: app.table, now: () => app.clock.now, tell: () => undefined })
  expect((await migrate()).changed).toBe(before.length)
  expect(await found()).toEqual(before.filter(({ action }) => action === 'delivery.created'))
  expect(await app.table.queryAll(keys.eventsOfSubject(id))).toEqual(before)
  expect(await problemsIn(app)).toEqual([])
})
