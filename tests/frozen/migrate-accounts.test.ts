import { randomUUID } from 'node:crypto'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOwner } from '#functions/data/accounts.ts'
import type { FirstReleaseUser } from '#functions/data/entities/user.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import { accounts } from '#infra/migrations/accounts.ts'
import { runMigration } from '#infra/migrations/run-migration.ts'
import { howMany } from '#tests/support/how-many.ts'
import { itemOf } from '#tests/support/item-of.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const count = howMany({ quick: 120, proof: 100_000 })
const deaths = howMany({ quick: 2, proof: 20 })

let app: TestApp
let people: FirstReleaseUser[]
beforeAll(async () => {
  app = await openTestApp()
  const { tenant, nobody } = await app.createPharmacy()
  const { account_id: _, ...known } = nobody.user
  people = Array.from({ length: count }, (_, i) => ({
    ...known,
    id: randomUUID(),
    email: `former${i}@example.com`,
    is_verified: i % 3 !== 0,
    invited_by: i % 2 === 0 ? 'Ada Admin' : null,
    password_hash: null,
    version: 1,
  }))
  const { client, name } = app.table
  const puts = people.flatMap((user) => [
    itemOf(put(keysOf(tenant.id).firstReleaseUser(user.id), user)),
    itemOf(put(unscopedKeys.email(user.email), { email: user.email, tenant_id: tenant.id, user_id: user.id })),
  ])
  for (let i = 0; i < puts.length; i += 25)
    await client.send(
      new BatchWriteCommand({
        RequestItems: { [name]: puts.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } })) },
      }),
    )
}, 600_000)
afterAll(() => app.close())

test(`${count} users of the first release become accounts, though the migration dies ${deaths} times and people sign in meanwhile`, async () => {
  let pages = 0
  const dying = () => {
    if (++pages % 3 === 0) throw new Error('The process died')
  }
  const run = (tell: () => void) => runMigration(accounts, { table: app.table, now: () => app.clock.now, tell })
  const signIns = async () => {
    for (const { email } of people.slice(-50)) await findOwner(app.table, email)
  }
  const runs = async () => {
    for (let death = 0; death < deaths; death++) await expect(run(dying)).rejects.toThrow()
  }
  await Promise.all([signIns(), runs()])
  // As an operator would: what a busy machine refuses is gone on with.
  const finish = (left: number): ReturnType<typeof run> =>
    run(() => undefined).catch((error: unknown) => (left > 0 ? finish(left - 1) : Promise.reject(error)))
  const told = await finish(20)
  expect(told).toMatchObject({ done: told.segments })

  for (const { id, email, is_verified } of people.slice(0, 300)) {
    const owner = await app.table.get(unscopedKeys.email(email))
    expect(owner).toEqual(is_verified ? { account_id: id } : undefined)
  }
  expect(await problemsIn(app)).toEqual([])
})
