/** @module-tag proof */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredDelivery } from '#functions/data/entities/delivery.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { openServices } from '#functions/http/services.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { systemActor } from '#shared/model/activity.ts'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { openFaultInjection } from '#tests/support/fault-injection.ts'
import { expectedIds } from '#tests/support/filled-tenant.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { type Organisation, openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { Ledger } from './ledger.ts'
import { createFirstThings, doRandomWork, type World } from './random-work.ts'

const operations = 10_000
const workers = 20
/**
 * The seed of the plan of work. The environment variable `SEED` repeats the plan of an earlier run, but the machine still decides
 * the order in which the workers take turns.
 */
const seed = Number(process.env.SEED ?? 20_261_121)

const faultInjection = openFaultInjection()
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ around: faultInjection.around })
})
afterAll(async () => {
  await app.close()
  faultInjection.close()
})

/**
 * Has all workers do their random work, half of them in each organisation. The table gets a new client every 300 operations,
 * because the SDK's client stops retrying after some faults.
 */
async function workTogether(worlds: readonly World[]) {
  const turn = 300
  for (let done = 0; done < operations; done += turn) {
    app.services.table = openServices(process.env).table
    const each = Math.ceil(Math.min(turn, operations - done) / workers)
    const lanes = Array.from({ length: workers / worlds.length }, (_, lane) =>
      worlds.map((world, i) => doRandomWork(world, seed + done + lane * worlds.length + i, each)),
    )
    await Promise.all(lanes.flat())
  }
}

/**
 * Reads a tenant's lists of deliveries to their end, by view, by person and by status. Returns a message for each list that shows
 * other deliveries, or another order, than `expectedIds` computes from the stored deliveries with these ids.
 */
async function listProblems({ admin, driver, tenant }: Organisation, ids: Iterable<string>): Promise<string[]> {
  const keys = keysOf(tenant.id)
  const today = utcDate(app.clock.now)
  const rows: StoredDelivery[] = []
  for (const id of ids) {
    const stored = await app.table.get(keys.delivery(id))
    if (stored && !stored.deleted_at) rows.push(stored)
  }
  const queries = [
    { view: 'current' },
    { view: 'past' },
    { pharmacist_id: driver.user.id },
    { pharmacist_id: 'null' },
    ...deliveryStatuses.map((status) => ({ status })),
  ]
  const problems: string[] = []
  for (const query of queries) {
    const shown: string[] = []
    for (let cursor = ''; ; ) {
      const page = await app.call(deliveries.listDeliveries, {
        as: admin,
        query: { ...query, today, limit: 200, ...(cursor && { cursor }) },
      })
      shown.push(...page.body.map(({ id }: { id: string }) => id))
      cursor =
        new URL(/<(.+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '/', 'http://x').searchParams.get('cursor') ?? ''
      if (!cursor) break
    }
    // Deliveries that the ledger does not know are ignored. Their creation was never acknowledged, but they may be in the list.
    const known = new Set(rows.map(({ id }) => id))
    if (shown.filter((id) => known.has(id)).join() !== expectedIds(rows, query, today).join())
      problems.push(`the list ${JSON.stringify(query)} is not what the deliveries say`)
  }
  return problems
}

async function problemsOf({ ours, ledger }: World): Promise<string[]> {
  const keys = keysOf(ours.tenant.id)
  const problems = [...ledger.problems]
  for (const id of ledger.deliveries.keys()) {
    const stored = await app.table.get(keys.delivery(id))
    const history = await app.table.queryAll(keys.history(id))
    // The product itself takes deliveries back from people who can no longer deliver. No one gets a response about these writes.
    const takenBack = history.filter(({ changed_by_name }) => changed_by_name === systemActor.name).length
    problems.push(...ledger.check('deliveries', id, stored?.deleted_at ? undefined : stored, takenBack))
  }
  for (const id of ledger.patients.keys()) {
    const stored = await app.table.get(keys.patient(id))
    problems.push(...ledger.check('patients', id, stored?.deleted_at ? undefined : stored))
  }
  return [...problems, ...(await listProblems(ours, ledger.deliveries.keys()))]
}

test(`after ${operations} random operations by ${workers} workers with faults, seed ${seed}, nothing is lost, half applied or in the wrong tenant`, {
  timeout: 1_800_000,
}, async () => {
  const [one, two] = [await app.createPharmacy(), await app.createPharmacy()]
  const worlds = [
    { app, faultInjection, ours: one, others: two, ledger: new Ledger() },
    { app, faultInjection, ours: two, others: one, ledger: new Ledger() },
  ]
  for (const world of worlds) await createFirstThings(world)
  await workTogether(worlds)
  const problems = await problemsIn(app)
  for (const world of worlds) problems.push(...(await problemsOf(world)))
  expect(problems).toEqual([])
  for (const { ledger } of worlds) expect(ledger.answered).toBeGreaterThan(operations / 10)
})
