import { expect } from 'vitest'
import { lastAttemptOf } from '#functions/data/entities/delivery.ts'
import type { Item, ItemKind, Key } from '#functions/data/key.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import { listFailureReasons } from '#functions/migrations/list-failure-reasons.ts'
import { runMigration } from '#functions/migrations/run-migration.ts'
import { recordAttempt } from '#shared/api/attempts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'

const attempt = { reason: 'no_answer', note: 'Rang twice' }
const key = (id: string) => keysOf(pharmacy.tenant.id).delivery(id)
const run = (name: string) =>
  runMigration({ ...listFailureReasons, name }, { table: app.table, now: () => app.clock.now })

/** Returns a delivery's key with which an item is written as a release before 2026-11-29 wrote it. */
function oldKey<T, F>({ kind, ...rest }: Key<T, F>): Key<T, F> {
  const write = (value: T): Item => {
    const { row, ...item } = kind.write(value)
    const { last_attempt: _reason, ...old } = row
    return { ...item, row: old }
  }
  const oldKind: ItemKind<T> = { ...kind, write }
  return { ...rest, kind: oldKind }
}

/** Creates a delivery that failed before lists had the reason. */
async function anOldFailure() {
  const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
  await app.call(recordAttempt, { as: pharmacy.driver, params: { id }, body: attempt })
  const stored = await app.table.get(key(id))
  if (!stored) throw new Error('The delivery is not stored')
  await app.table.write(put(oldKey(key(id)), stored))
  return stored
}

const rowOf = async (of: string) => {
  const { body } = await app.call(deliveries.listDeliveries, { as: pharmacy.admin, query: { limit: 200 } })
  return body.find(({ id }: { id: string }) => id === of)
}

test('a delivery that failed in an earlier release shows its reason in lists, and nothing else changes', async () => {
  const stored = await anOldFailure()
  expect(await rowOf(stored.id)).not.toHaveProperty('last_attempt')
  expect(await run('reasons')).toBe(1)
  expect(await rowOf(stored.id)).toMatchObject({ last_attempt: attempt, version: stored.version })
  expect(await app.table.get(key(stored.id))).toEqual(stored)
  expect(await run('reasons again')).toBe(0)
  expect(await problemsIn(app)).toEqual([])
})

test('a failed delivery that is planned again during the migration stays planned again', async () => {
  const { id } = await anOldFailure()
  const body = { delivery_date: '2099-01-05' }
  let isPlanned = false
  app.table.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'PutItemCommand' || isPlanned) return next(args)
        const key = JSON.stringify(args.input)
        if (!key.includes(id)) return next(args)
        isPlanned = true
        const answer = await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body })
        expect(answer.status).toBe(200)
        return next(args)
      },
    { step: 'initialize', name: 'planned' },
  )
  await run('busy').finally(() => app.table.client.middlewareStack.remove('planned'))
  expect(isPlanned).toBe(true)
  const stored = await app.table.get(key(id))
  expect(stored).toMatchObject({ delivery_date: body.delivery_date, version: 4 })
  expect(stored && lastAttemptOf(stored)).toBeUndefined()
  expect(await problemsIn(app)).toEqual([])
})
