import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { idStartOf } from '#shared/rules/slip-codes.ts'
import { viewPermission } from '#tests/calls/call.ts'
import { type Call, everyCall } from '#tests/calls/every-call.ts'
import { makeReady } from '#tests/calls/make-ready.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { app, test } from '#tests/support/product-test.ts'
import { storeSettings } from '#tests/support/run-calls.ts'
import type { Person, TestRequest, TestResponse } from '#tests/support/test-app.ts'

/** A word in the names, addresses and prescriptions of the deliveries in `hidden`. No response to the driver may contain it. */
const canary = 'Quokka'

let at: Workplace
let date: string
/** Deliveries of a colleague or of no one, one in each status, which the driver must not see. */
let hidden: Delivery[]
let cursor: string
test.beforeAll(async () => {
  at = await openWorkplace(app)
  date = utcDate(app.clock.now)
  const { id: patient_id } = await aPatient(app, at.admin, { name: `${canary} Quill`, address: `1 ${canary} Way` })
  const fields = { patient_id, rx_information: [{ rx_date: '', rx_number: `${canary}-1`, copay: 10.1 }] }
  hidden = []
  for (const status of deliveryStatuses)
    hidden.push(await aDelivery(app, { ...at, driver: at.pharmacist }, { ...fields, status }))
  // Give the driver a delivery of their own, so that every call can find something.
  await at.aDelivery('assigned')
  const first = await app.call(deliveries.listDeliveries, { as: at.admin, query: { limit: 1 } })
  cursor =
    new URL(/<(.+?)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '', 'http://here').searchParams.get('cursor') ?? ''
  await storeSettings(app, at, { staff_see_all: false })
})

/** Values of each query field by which a query could find hidden deliveries. */
const leads: Readonly<Record<string, () => string[]>> = {
  status: () => [deliveryStatuses.join()],
  pharmacist_id: () => [at.pharmacist.user.id, 'null'],
  patient_id: () => [hidden[0]?.patient_id ?? ''],
  delivery_date: () => [date],
  from: () => [date],
  to: () => [date],
  today: () => [date],
  view: () => ['current', 'past', 'upcoming', 'earlier', 'attention'],
  limit: () => ['200'],
  cursor: () => [cursor],
  q: () => [canary, `${canary}-1`, 'grace', ...hidden.flatMap(({ id }) => [id, idStartOf(id)])],
  code: () => ['ABCDEFGH23'],
}

const leadsOf = ({ entry, routeKey }: Call) =>
  Object.keys(Reflect.get(entry.query?.() ?? {}, 'shape') ?? {}).flatMap((field) => {
    const values = leads[field]
    if (!values) throw new Error(`${routeKey} takes ${field}, by which this suite does not know to find a delivery`)
    return values().map((value) => [field, value] as const)
  })

/**
 * Returns an empty query, a query for each of the values in `leads`, and queries with two of them: a twelfth of all pairs, and in
 * `npm run proof` all.
 */
const queriesOf = (call: Call): Record<string, string>[] => {
  const all = leadsOf(call)
  const pairs = all.flatMap(([a, value], i) => all.slice(i + 1).map(([b, other]) => ({ [a]: value, [b]: other })))
  return [{}, ...all.map(([field, value]) => ({ [field]: value })), ...sampleUnlessProof(pairs, 0, 12)]
}

/** Returns the requests with which a call could find or change the hidden deliveries, if it did not protect them. */
async function asksOf(call: Call): Promise<TestRequest[]> {
  const { entry, line } = call
  const { query, body } = await makeReady(call, at)
  const sent = entry.body && { body }
  if (entry.subject === 'Delivery') return hidden.map(({ id }) => ({ params: { id }, query, ...sent }))
  if (entry.subject === 'Patient') return [{ params: { id: hidden[0]?.patient_id ?? '' }, query }]
  if (entry.subject !== 'Run') return queriesOf(call).map((filters) => ({ query: filters, ...sent }))
  const own = { date, user_id: at.driver.user.id }
  const theirs = { date, user_id: at.pharmacist.user.id }
  const named = Object.entries(line.ids ?? {}).map(([place, { isList }]) => ({
    field: place.slice('body.'.length),
    isList,
  }))
  return [
    { params: theirs, ...sent },
    { params: own, ...sent },
    ...named.flatMap(({ field, isList }) =>
      hidden.map(({ id }) => ({ params: own, body: { [field]: isList ? [id] : id } })),
    ),
  ]
}

const reveals = ({ text }: TestResponse) => text.includes(canary) || hidden.some(({ id }) => text.includes(id))

const stored = () => Promise.all(hidden.map(({ id }) => app.table.get(at.keys.delivery(id))))

const denials = async () =>
  (await app.table.queryAll(at.keys.allEvents)).filter(({ action }) => action === 'access.denied').length

const answersTo = async (call: Call, asks: readonly TestRequest[], as: Person) => {
  const answers: TestResponse[] = []
  for (const ask of asks) answers.push(await app.call(call.entry, { as, ...ask }))
  return answers
}

const viewing = everyCall().filter(({ line }) => line.access === viewPermission)

describe.each(viewing)('$routeKey', (call) => {
  const { entry } = call

  test('neither shows nor changes other drivers’ deliveries if staff see only their own', async () => {
    const asks = await asksOf(call)
    const [before, denied] = [await stored(), await denials()]
    const answers = await answersTo(call, asks, at.driver)
    for (const [i, answer] of answers.entries()) expect([asks[i], reveals(answer)]).toEqual([asks[i], false])
    expect(await stored()).toEqual(before)
    if (entry.subject === 'Delivery')
      for (const answer of answers) expect([answer.status, answer.body.detail]).toEqual([404, 'Delivery not found'])
    if (entry.subject === 'Run') expect(answers[0]?.status).toBe(403)
    const refused = answers.filter(({ status }) => status === 403 || status === 404)
    expect((await denials()) - denied).toBe(refused.length)
  })
})

/** Calls whose responses contain no texts of a delivery. */
const wordless = /\/(slip|has_prior_deliveries|status-history|updates)$/

const revealing = viewing.filter(
  ({ entry, line, routeKey }) => entry.method === 'GET' && line.leaves && !wordless.test(routeKey),
)

// The test above proves something about a call only if someone can find the hidden texts in its response.
describe.each(revealing)('$routeKey', (call) => {
  test('shows all deliveries to users who manage them', async () => {
    expect((await answersTo(call, await asksOf(call), at.admin)).some(reveals)).toBe(true)
  })
})
