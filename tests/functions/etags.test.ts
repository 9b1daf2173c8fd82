import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import { type Call, everyCall } from '#tests/calls/every-call.ts'
import { makeReady } from '#tests/calls/make-ready.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { app, test } from '#tests/support/product-test.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { type ReadCounts, watchReads } from '#tests/support/watch-reads.ts'

let workplace: Workplace
let watch: { take(): ReadCounts }
test.beforeAll(async () => {
  workplace = await openWorkplace(app)
  watch = watchReads(app.services.table.client)
})

const isConditional = ({ entry }: Call) => entry.conditional

/**
 * Prepares a call. A call about a delivery gets one without pictures, because the URLs of pictures change with every response.
 */
const readyOf = async (call: Call) =>
  makeReady(
    call,
    workplace,
    call.entry.subject === 'Delivery' ? async (at) => ({ params: { id: await at.aDelivery() } }) : call.line.ready,
  )

const reading = ({ items, commands }: ReadCounts) => ({
  items,
  commands: commands.filter((name) => !name.startsWith('Put')),
})

const countEvents = async () =>
  (await tableDump(app, `T#${workplace.tenant.id}#EVENTS#`)).split('\n').filter((line) => line !== '').length

describe.each(everyCall().filter(isConditional))('$routeKey', (call) => {
  test('returns 304 without a body to clients that have the newest response, with no extra reads', async () => {
    const { send } = await readyOf(call)
    watch.take()
    const first = await send()
    const reads = reading(watch.take())
    const eventCount = await countEvents()
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{22}"$/)])
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await send({ 'if-none-match': known })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      expect(again.headers.get('content-type')).toBeNull()
      expect(reading(watch.take())).toEqual(reads)
    }
    // A 304 records no event. Only the first response has recorded one.
    expect(await countEvents()).toBe(eventCount)
    for (const other of ['', '"other"', etag.slice(1, -1)])
      expect(await send({ 'if-none-match': other })).toMatchObject({ status: 200, text: first.text })
  })
})

describe.each(everyCall().filter((call) => call.entry.method === 'GET' && !isConditional(call)))(
  '$routeKey',
  (call) => {
    test('has no ETag', async () => {
      if (call.line.access === 'public') return expect(call.entry.conditional).toBeUndefined()
      expect((await (await makeReady(call, workplace)).send()).headers.get('etag')).toBeNull()
    })
  },
)

test('a list’s ETag changes when one of its rows changes or another page is added', async () => {
  const { admin } = workplace
  const query = { patient_id: await workplace.aPatient(), limit: 1 }
  const list = () => app.call(deliveries.listDeliveries, { as: admin, query })
  const tagOf = async () => (await list()).headers.get('etag')
  const tags = [await tagOf()]
  const body = { patient_id: query.patient_id, delivery_date: '2099-01-01', time_range: '09:00-12:00' }
  const first = await app.call(deliveries.createDelivery, { as: admin, body })
  tags.push(await tagOf())
  await app.call(deliveries.createDelivery, { as: admin, body: { ...body, delivery_date: '2099-02-01' } })
  tags.push(await tagOf())
  await app.call(deliveries.updateDelivery, {
    as: admin,
    params: { id: first.body.id },
    body: { pharmacist_id: workplace.driver.user.id },
  })
  tags.push(await tagOf())
  expect(new Set(tags).size).toBe(4)
})
