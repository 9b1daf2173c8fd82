import { afterAll, beforeAll, expect, test } from 'vitest'
import { search } from '#shared/api/counter.ts'
import { readRecords } from '#shared/api/proofs.ts'
import { pass } from '#tests/support/clock.ts'
import { type Organisation, openTestApp, type Person, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let pharmacy: Organisation
beforeAll(async () => {
  app = await openTestApp()
  pharmacy = await app.createPharmacy()
})
afterAll(() => app.close())

const records = (as: Person) => app.call(readRecords, { as, body: { rx: [{ rx_number: 'RX-1' }] } })
const statusesOf = async (times: number, as: Person) => {
  const answers = await Promise.all(Array.from({ length: times }, () => records(as)))
  return answers.map(({ status }) => status).toSorted()
}

test('a person reads the records of an audit 30 times a minute, parallel calls counted one by one', async () => {
  expect(await statusesOf(31, pharmacy.admin)).toEqual([...Array(30).fill(200), 429])
  const refused = await records(pharmacy.admin)
  expect(refused.body).toEqual({ detail: 'Too many requests. Please try again later.' })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  // Others of the organisation, other calls and other organisations go on.
  expect(await records(pharmacy.pharmacist)).toMatchObject({ status: 200 })
  expect(await app.call(search, { as: pharmacy.admin, query: { q: 'Gr' } })).toMatchObject({ status: 200 })
  expect(await records((await app.createPharmacy()).admin)).toMatchObject({ status: 200 })
  pass(app, wait)
  expect(await records(pharmacy.admin)).toMatchObject({ status: 200 })
})
