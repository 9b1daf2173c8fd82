/** @module-tag proof */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorKeys } from '#functions/data/entities/migration-progress.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import { migrations } from '#infra/migrations/migrations.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as proofs from '#shared/api/proofs.ts'
import type { AuditRecord } from '#shared/model/audit.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { fillTenant } from '#tests/support/filled-tenant.ts'
import { type Item, itemOf } from '#tests/support/item-of.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { type Organisation, openTestApp, type TestApp } from '#tests/support/test-app.ts'

const count = 100_000
const kills = 20

let app: TestApp
let pharmacy: Organisation
let ids: string[]
/** The prescription of each delivery that was delivered, by the delivery's id. */
const deliveredRx = new Map<string, string>()

/** A delivery as the first release kept it: its columns side by side, its history inside, and found by status, person and patient only. */
function asFirstRelease({
  row,
  history_count: _count,
  order_notes: _notes,
  code_pk: _c,
  hit_pk: _p,
  hit_sk: _s,
  ...rest
}: Item): Item {
  const columns: Item = { pk: rest.pk, sk: rest.sk, ...Object(row) }
  return { ...rest, ...columns, history: [toldOf('unassigned', null), toldOf(String(columns.status), 'unassigned')] }
}

const toldOf = (status: string, old_status: string | null) => ({
  _id: crypto.randomUUID(),
  status,
  old_status,
  new_status: status,
  changed_at: app.clock.now.toISOString(),
  changed_by_name: 'Ada Admin',
  changed_by_email: 'ada@example.com',
  notes: '',
})

beforeAll(async () => {
  app = await openTestApp()
  pharmacy = await app.createPharmacy()
  const { rows } = await fillTenant(app, { organisation: pharmacy, today: utcDate(app.clock.now), count, seed: 7 })
  const { client, name } = app.table
  const { delivery } = keysOf(pharmacy.tenant.id)
  for (let i = 0; i < rows.length; i += 25) {
    const old = rows.slice(i, i + 25).map((row, k) => {
      const rx_number = `OLD-${i + k}`
      const isDelivered = row.status === 'delivered'
      if (isDelivered) deliveredRx.set(row.id, rx_number)
      const completed_at = isDelivered ? app.clock.now.toISOString() : null
      const rx_information = [{ rx_date: '', rx_number, copay: 0, fill_date: '', fill_number: null }]
      return asFirstRelease(itemOf(put(delivery(row.id), { ...row, completed_at, rx_information })))
    })
    await client.send(
      new BatchWriteCommand({ RequestItems: { [name]: old.map((Item) => ({ PutRequest: { Item } })) } }),
    )
  }
  ids = rows.map(({ id }) => id)
}, 600_000)
afterAll(() => app.close())

const script = fileURLToPath(new URL('migrate-process.ts', import.meta.url))

/** `npm run migrate -- dev`, as an operator has it; `killAfterMs` ends it wherever it is. */
async function migrate(killAfterMs?: number) {
  const child = spawn(process.execPath, [script, app.table.name], {
    env: process.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'exit'),
    killAfterMs !== undefined && setTimeout(killAfterMs).then(() => child.kill('SIGKILL')),
  ])
  return { said, code }
}

/** Somebody who goes on working: changes one delivery after the other until it is over. Answers what was acknowledged. */
async function work(isOver: () => boolean): Promise<Map<string, number>> {
  const versions = new Map<string, number>()
  for (let i = 0; !isOver(); i = (i + 7) % ids.length) {
    const params = { id: ids[i] ?? '' }
    const pharmacist_id = i % 2 === 0 ? pharmacy.driver.user.id : null
    const answer = await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params, body: { pharmacist_id } })
    expect([200, 409]).toContain(answer.status)
    if (answer.status === 200) versions.set(params.id, answer.body.version)
  }
  return versions
}

test(`a migration of ${count} deliveries that is killed ${kills} times, while others write, ends with all of them`, async () => {
  let isOver = false
  const worker = work(() => isOver)
  for (let i = 0; i < kills; i++) await migrate(400 + i * 150)
  const { said, code } = await migrate()
  isOver = true
  const acknowledged = await worker
  expect(code).toBe(0)
  expect(said).toContain('items looked at')

  const items: Item[] = (await tableDump(app)).split('\n').map((line) => JSON.parse(line))
  const histories = Map.groupBy(
    items.filter(({ sk }) => sk.startsWith('H#')),
    ({ pk }) => pk,
  )
  for (const item of items.filter(({ sk }) => sk === 'DELIVERY')) {
    expect(item).toMatchObject({ row: expect.anything(), history_count: histories.get(item.pk)?.length })
    expect(item.history).toBeUndefined()
    expect(item.code_pk).toBe(`T#${pharmacy.tenant.id}#DC#${item.pk.slice(-36, -28)}`)
    expect(item.version).toBeGreaterThanOrEqual(acknowledged.get(String(item.pk.split('#').at(-1))) ?? 1)
    const steps = histories.get(item.pk)?.toSorted((one, other) => (one.sk < other.sk ? -1 : 1)) ?? []
    expect(steps.slice(1).map(({ old_status }) => old_status)).toEqual(
      steps.slice(0, -1).map(({ new_status }) => new_status),
    )
  }
  const listed = new Set<string>()
  for (const view of ['current', 'past'])
    for (let cursor = '', more = true; more; ) {
      const query = { view, limit: 200, ...(cursor && { cursor }) }
      const answer = await app.call(deliveries.listDeliveries, { as: pharmacy.admin, query })
      for (const row of answer.body) listed.add(row.id)
      const next = /cursor=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1]
      more = next !== undefined
      cursor = decodeURIComponent(next ?? '')
    }
  expect(listed.size).toBe(ids.length)

  const withEntry = new Set(items.filter(({ pk }) => pk.includes('#RX#')).map(({ delivery_id }) => delivery_id))
  expect(ids.filter((id) => !withEntry.has(id))).toEqual([])
  const ofPeople = new Set(items.filter(({ pk }) => pk.includes('#OWN#')).map(({ delivery_id }) => delivery_id))
  const held = items.filter(({ sk, row }) => sk === 'DELIVERY' && Object(row).pharmacist_id !== null)
  expect(held.map(({ row }) => Object(row).id).filter((id) => !ofPeople.has(id))).toEqual([])
  const byDay = items.filter(({ pk }) => pk.includes('#DONE#')).map(({ delivery_id }) => String(delivery_id))
  expect(byDay.toSorted()).toEqual([...deliveredRx.keys()].toSorted())
  const asked = [...deliveredRx].slice(0, 100)
  const rx = asked.map(([, rx_number]) => ({ rx_number }))
  const { body } = await app.call(proofs.readRecords, { as: pharmacy.admin, body: { rx } })
  expect(
    body.map((record: AuditRecord) => record.deliveries.map(({ id, chain_ok, chain }) => [id, chain_ok, chain.length])),
  ).toEqual(asked.map(([id]) => [[id, true, 2]]))

  // A second run has nothing to do.
  for (const migration of migrations) {
    const { finished_at } = (await app.table.get(operatorKeys.migration(migration.name, 0))) ?? {}
    expect(finished_at).toBeDefined()
  }
  const again = await migrate()
  expect(again.said).toBe(said.replace(/^ {2}[\d,]+ items looked at.*parts done\n/gm, ''))
}, 1_800_000)
