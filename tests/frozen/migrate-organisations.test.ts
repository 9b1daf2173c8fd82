import { afterAll, beforeAll, expect, test } from 'vitest'
import { organisationList } from '#functions/data/entities/organisation-entry.ts'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import { remove } from '#functions/data/writes.ts'
import { organisationEntries } from '#infra/migrations/organisation-entries.ts'
import { runMigration } from '#infra/migrations/run-migration.ts'
import { signUp } from '#tests/support/sign-up.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('an organisation from before organisations were listed is listed by the migration, beside those that are', async () => {
  const [former, present] = [await app.createPharmacy(), await app.createPharmacy()]
  await app.table.write(remove(unscopedKeys.organisationEntry(former.tenant.id)))
  await signUp(app, 'unanswered@example.com')
  const told = await runMigration(organisationEntries, {
    table: app.table,
    now: () => app.clock.now,
    tell: () => undefined,
  })
  expect(told.changed).toBe(1)
  const listed = (await app.table.queryAll(organisationList)).map(({ tenant_id }) => tenant_id)
  expect(listed.sort()).toEqual([former.tenant.id, present.tenant.id].sort())
})
