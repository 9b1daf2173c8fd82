import { expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { createApiKey } from '#shared/api/api-keys.ts'
import { listTimeRanges } from '#shared/api/deliveries.ts'
import { keyForm } from '#tests/support/builders.ts'
import { app, test } from '#tests/support/product-test.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { pairsOf, race } from './send-together.ts'

test.each(pairsOf('key'))(
  '$one.name and $other.name concurrently: at most twenty keys, and none works after its end',
  async (pair) => {
    const organisation = await app.createPharmacy()
    const { admin, tenant } = organisation
    const made: { id: string; key: string }[] = []
    for (let i = 0; i < 19; i++)
      made.push((await app.call(createApiKey, { as: admin, body: keyForm(app.clock.now) })).body)
    const [first = { id: '', key: '' }] = made
    const answers = await race(app, { pair, subject: { id: first.id, admin }, organisation, round: 0 })
    const all = await app.table.queryAll(keysOf(tenant.id).apiKeys)
    expect(all.filter(({ revoked_at }) => !revoked_at).length).toBeLessThanOrEqual(20)
    const stored = all.find(({ id }) => id === first.id)
    const shown = [first.key, ...answers.flatMap(({ body }) => (body?.id === first.id ? [body.key] : []))]
    for (const as of shown) expect((await app.call(listTimeRanges, { as })).status).toBe(stored?.revoked_at ? 401 : 200)
  },
)

test('the table is consistent after all pairs', async () => {
  expect(await problemsIn(app)).toEqual([])
})
