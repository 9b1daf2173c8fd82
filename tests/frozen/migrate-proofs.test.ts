import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { put, remove, type Write } from '#functions/data/writes.ts'
import { proofs } from '#infra/migrations/proofs.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { type Organisation, openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let pharmacy: Organisation
beforeAll(async () => {
  app = await openTestApp()
  pharmacy = await app.createPharmacy()
})
afterAll(() => app.close())

/** A delivered delivery as it lay in the table before there were chains and days of delivery. Answers its key. */
async function anOlderOne() {
  const { table } = app
  const keys = keysOf(pharmacy.tenant.id)
  const { id } = await aDelivery(app, pharmacy, { status: 'delivered' })
  const stored = await table.get(keys.delivery(id))
  if (!stored?.completed_at) throw new Error('It is not delivered')
  const { chain_head: _, completed_at, ...delivery } = stored
  const history = await table.queryAll(keys.history(id), { consistent: true })
  const older = history.map(({ hash: _hash, prev: _prev, signed: _signed, ...item }, number) =>
    put(keys.historyItem(id, number), item),
  )
  const day = dayIn(pharmacy.tenant.time_zone, new Date(completed_at))
  await table.write(...older, remove(keys.deliveredEntry({ delivery_id: id, completed_at, day })))
  await table.write(put(keys.delivery(id), { ...delivery, completed_at }))
  return keys.delivery(id)
}

test('what a migration that died left undone is done by the next one, wherever it died', async () => {
  for (let writes = 0, isDying = true; isDying; writes++) {
    const at = await anOlderOne()
    const write = app.table.write.bind(app.table)
    let left = writes
    const dying = vi.spyOn(app.table, 'write').mockImplementation(async (first: Write, ...more: Write[]) => {
      if (left-- <= 0) throw new Error('The process died')
      await write(first, ...more)
    })
    isDying = await proofs.change(app.table, { ...at }).then(
      () => false,
      () => true,
    )
    dying.mockRestore()
    await proofs.change(app.table, { ...at })
    expect([`after ${writes} writes`, ...(await problemsIn(app))]).toEqual([`after ${writes} writes`])
    expect(await app.table.get(keysOf(pharmacy.tenant.id).delivery(at.pk.slice(-36)))).toMatchObject({
      chain_head: expect.any(String),
    })
  }
})
