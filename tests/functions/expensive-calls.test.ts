import { expect } from 'vitest'
import { readAuditRecords } from '#shared/api/proofs.ts'
import { search } from '#shared/api/search-and-day.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person } from '#tests/support/test-app.ts'

const records = (as: Person) => app.call(readAuditRecords, { as, body: { rx: [{ rx_number: 'RX-1' }] } })
const statusesOf = async (times: number, as: Person) => {
  const answers = await Promise.all(Array.from({ length: times }, () => records(as)))
  return answers.map(({ status }) => status).toSorted()
}

test('a user can read audit records 30 times a minute, with parallel calls counted one by one', async () => {
  expect(await statusesOf(31, pharmacy.admin)).toEqual([...Array(30).fill(200), 429])
  const refused = await records(pharmacy.admin)
  expect(refused.body).toEqual({ detail: 'Too many requests. Please try again later.' })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  // This person has reached a limit of their own for this call. Other people of the organisation, other calls and other
  // organisations are not stopped.
  expect(await records(pharmacy.pharmacist)).toMatchObject({ status: 200 })
  expect(await app.call(search, { as: pharmacy.admin, query: { q: 'Gr' } })).toMatchObject({ status: 200 })
  expect(await records((await app.createPharmacy()).admin)).toMatchObject({ status: 200 })
  passSeconds(app, wait)
  expect(await records(pharmacy.admin)).toMatchObject({ status: 200 })
})

test('an organization can read audit records 300 times a minute, over all its users', { tags: ['proof'] }, async () => {
  const { tenant } = await app.createPharmacy()
  const people = await Promise.all(Array.from({ length: 11 }, () => app.join(tenant, { is_tenant_admin: true })))
  const [late, ...early] = people
  for (const person of early) expect(await statusesOf(30, person)).toEqual(Array(30).fill(200))
  expect(late && (await records(late))).toMatchObject({ status: 429 })
})

test('a user can search 120 times a minute', { tags: ['proof'] }, async () => {
  const { admin } = await app.createPharmacy()
  const searchForGr = () => app.call(search, { as: admin, query: { q: 'Gr' } })
  for (let n = 1; n <= 120; n += 1) expect((await searchForGr()).status).toBe(200)
  expect((await searchForGr()).status).toBe(429)
})
