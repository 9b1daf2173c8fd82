import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtRoutes, type Route } from '#shared/api/areas.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { sampleBodies } from '#tests/support/sample-bodies.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { type Organisation, openTestHouse, type TestHouse } from '#tests/support/test-house.ts'

let house: TestHouse
let mine: Organisation
let theirs: Record<string, string>
beforeAll(async () => {
  house = await openTestHouse()
  mine = await house.found()
  const other = await house.found()
  const { id, patient_id } = await aDelivery(house, other, { status: 'in_progress' })
  theirs = { Delivery: id, Patient: patient_id, User: other.driver.user.id, Role: other.roles[0]?.id ?? '' }
})
afterAll(() => house.close())

const withId = builtRoutes().filter(({ entry }) => entry.path.includes('{id}') && entry.access !== 'public')

const send = ({ entry, routeKey }: Route, id: string) =>
  house.fetchPath(entry.method, entry.path.replace('{id}', id), {
    as: mine.admin,
    ...(entry.body && { body: sampleBodies[routeKey] }),
  })

/** Ids that are nobody's, and ways to write one so that it might be taken for another. */
function waysToMiss(id: string): string[] {
  return [
    id,
    randomUUID(),
    id.toUpperCase(),
    `%20${id}`,
    `${id}%20`,
    `${id}%00`,
    `${id}%23PATIENT`,
    `..%2F${id}`,
    `%2e%2e%2f${id}`,
    `${id}%2Fprint`,
    id.replaceAll('-', ''),
    'null',
    'undefined',
    '0',
    '%F0%9F%99%82',
    "'%20OR%201=1",
    'x'.repeat(2100),
  ]
}

describe.each(withId)('$routeKey', (route) => {
  test('answers the same 404, byte for byte, to every id that is not the tenant’s', async () => {
    const { subject = '' } = route.entry
    const id = theirs[subject]
    expect([subject, id]).toEqual([subject, expect.any(String)])
    for (const missed of waysToMiss(id ?? '')) {
      const { status, text, headers } = await send(route, missed)
      expect([missed, status, text]).toEqual([missed, 404, `{"detail":"${subject} not found"}`])
      expect(headers.get('content-type')).toBe('application/json')
    }
  })
})

test('after all that nothing has changed, here or there', async () => {
  const before = await tableDump(house)
  for (const route of withId) await send(route, theirs[route.entry.subject ?? ''] ?? '')
  expect(await tableDump(house)).toBe(before)
})

test('a path that no call has is not found', async () => {
  for (const path of ['/api', '/api/', '/api/nothing', '/api/deliveries/', '/api/deliveries//print'])
    expect([path, (await house.fetchPath('GET', path, { as: mine.admin })).status]).toEqual([path, 404])
  expect(await house.fetchPath('DELETE', '/api/deliveries', { as: mine.admin })).toMatchObject({ status: 404 })
})
