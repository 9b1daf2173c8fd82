import { expect } from 'vitest'
import { deliverySearchEntryChanges } from '#functions/data/delivery-entries.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { type ReadCounts, watchReads } from '#tests/support/watch-reads.ts'

let today: string
let watch: { take(): ReadCounts }
test.beforeAll(async () => {
  today = dayIn(pharmacy.tenant.time_zone, app.clock.now)
  watch = watchReads(app.services.table.client)
})

const rx = (rx_number: string) => ({ rx_information: [{ rx_date: '', rx_number, copay: 0 }] })
const ask = async (rx_number: string, as = pharmacy.admin) =>
  (await app.call(searchAndDay.findPrescription, { as, query: { rx_number } })).body

test('a number that is already on a delivery is found in any spelling', async () => {
  const { id } = await aDelivery(app, pharmacy, rx('rx 0999'))
  for (const number of ['RX 0999', 'rx0999', ' Rx 09 99 '])
    expect([number, await ask(number)]).toEqual([number, [{ id, status: 'unassigned', delivery_date: today }]])
  for (const number of ['RX 999', 'RX 09999', 'RX 0999#']) expect([number, await ask(number)]).toEqual([number, []])
})

test('open and completed deliveries of the last 30 days are found, newest first', async () => {
  const stored = keysOf(pharmacy.tenant.id)
  const at = async (status: DeliveryStatus, days: number) => {
    const { id } = await aDelivery(app, pharmacy, { status, ...rx('777') })
    const saved = await app.table.get(stored.delivery(id))
    if (!saved) throw new Error('The delivery is not there')
    const moved = { ...saved, delivery_date: addDays(today, days) }
    const { added, removed } = deliverySearchEntryChanges(stored, saved, moved)
    await app.table.write(put(stored.delivery(id), moved), ...added, ...removed)
    return id
  }
  const oldest = await at('delivered', -30)
  const coming = await at('assigned', 3)
  const underWay = await at('in_progress', 0)
  await at('delivered', -31)
  await at('cancelled', 0)
  await at('failed', 0)
  expect((await ask('0777')).map(({ id }: { id: string }) => id)).toEqual([coming, underWay, oldest])
})

test('a number takes one query and never finds another organization’s delivery', async () => {
  const other = await app.createPharmacy()
  await aDelivery(app, other, rx('ELSEWHERE-1'))
  watch.take()
  expect(await ask('ELSEWHERE-1')).toEqual([])
  // The batch and one of the queries find out who the caller is.
  const reads = watch.take().commands.filter((name) => !name.startsWith('Put'))
  expect(reads.toSorted()).toEqual(['BatchGetItemCommand', 'QueryCommand', 'QueryCommand'])
})

test('after all of these tests, every number still finds its delivery', async () => {
  expect(await problemsIn(app)).toEqual([])
})
