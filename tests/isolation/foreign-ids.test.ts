import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Entry } from '#shared/api/contract.ts'
import { everyCall } from '#tests/calls/every-call.ts'
import { makeReady } from '#tests/calls/make-ready.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { resetCallCounts } from '#tests/support/reset-rate-limits.ts'
import { canary, openTwoTenants, type ThingKind, type TwoTenants } from './two-tenants.ts'

let two: TwoTenants
beforeAll(async () => {
  two = await openTwoTenants()
})
afterEach(() => two.expectQuietLog())
afterAll(() => two.app.close())

const withId = everyCall().filter(({ entry }) => entry.subject)
const guarded = withId.filter(({ line }) => line.access !== 'public')
const open = withId.filter(({ line }) => line.access === 'public')

/**
 * Returns the kind of things whose ids are tried in the path. A run is named by a day and a person, so the ids of people are tried
 * for it.
 */
const kindOf = (subject: NonNullable<Entry['subject']>): ThingKind => {
  if (subject === 'Tenant') throw new Error('There is no such id of another tenant')
  return subject === 'Run' ? 'User' : subject
}

/**
 * Returns ids of another tenant's things, of deleted and unknown things and of things of other kinds, and spellings of a foreign id
 * that might be taken for another id. In `npm test` each call gets every twelfth of them, and the next call gets others.
 */
function waysToMiss(subject: ThingKind): string[] {
  const { theirs, gone, own, mine, other } = two
  const id = theirs[subject]
  const deleted = gone[subject]
  const otherKinds = Object.entries({ ...own, Tenant: mine.tenant.id }).filter(([kind]) => kind !== subject)
  return [
    id,
    deleted,
    ...otherKinds.map(([, otherId]) => otherId),
    ...Object.values(theirs),
    other.tenant.id,
    randomUUID(),
    '00000000-0000-0000-0000-000000000000',
    id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    id.toUpperCase(),
    `${id}0`,
    id.slice(0, -1),
    `%20${id}`,
    `${id}%20`,
    `${id}%00`,
    `${id}%0a`,
    `${id}%23PATIENT`,
    `T%23${other.tenant.id}%23D%23${id}`,
    `..%2F${id}`,
    `%2e%2e%2f${id}`,
    `${id}%2Fprint`,
    `${id}%3Fa=b`,
    [...id].map((letter) => `%25${letter.charCodeAt(0).toString(16)}`).join(''),
    id.replaceAll('-', ''),
    id.replaceAll('-', '%E2%80%90'),
    `{${id}}`,
    'null',
    'undefined',
    '0',
    '%F0%9F%99%82',
    "'%20OR%201=1",
    'x'.repeat(2100),
  ]
}

describe.each(guarded)('$routeKey', (call) => {
  test('returns the same 404, byte for byte, for every ID that is not the tenant’s', async () => {
    const { app, mine, theirs, gone, expectTheirsUnchanged } = two
    const { method, path, subject } = call.entry
    if (!subject) throw new Error('There is no id in the path')
    const kind = kindOf(subject)
    const { body, query } = await makeReady(call, mine)
    const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''
    for (const missed of sampleUnlessProof(waysToMiss(kind), guarded.indexOf(call), 12)) {
      await resetCallCounts(app, call.entry, mine)
      const sent = body === undefined ? {} : { body }
      const { status, text, headers } = await app.fetchPath(
        method,
        `${path.replace('{date}', '2031-01-01').replace(/\{(user_)?id\}/, missed)}${search}`,
        {
          as: mine.admin,
          ...sent,
        },
      )
      // The earlier deliveries of a deleted patient still count, so this call answers for that patient.
      if (missed === gone.Patient && call.routeKey.includes('has_prior')) continue
      expect([missed, status, text]).toEqual([missed, 404, `{"detail":"${subject} not found"}`])
      expect(headers.get('content-type')).toBe('application/json')
    }
    await expectTheirsUnchanged()
    expect(theirs[kind]).toEqual(expect.any(String))
  })
})

describe.each(open)('$routeKey', (call) => {
  test('finds a tenant only by its exact ID', async () => {
    const { app, mine, theirs, other, expectTheirsUnchanged } = two
    const { body } = await makeReady(call, mine)
    for (const id of [randomUUID(), theirs.User, `${other.tenant.id}#USERS`, 'x']) {
      const { status, text } = await app.call(call.entry, { params: { id }, ...(body !== undefined && { body }) })
      expect([id, status, text]).toEqual([id, 404, '{"detail":"Tenant not found"}'])
    }
    await expectTheirsUnchanged()
  })
})

test('no call without an ID returns anything about another tenant', async () => {
  const { app, mine, other, theirs } = two
  const plain = everyCall().filter(({ entry }) => entry.method === 'GET' && !entry.subject)
  const words = [canary, ...Object.values(theirs), other.tenant.id, other.admin.user.id]
  for (const { entry, routeKey } of plain)
    for (const query of [{}, { q: canary }, { view: 'past' }, { status: 'delivered,in_progress' }]) {
      const { text } = await app.call(entry, { as: mine.admin, query })
      for (const word of words) expect([routeKey, text.includes(word)]).toEqual([routeKey, false])
    }
})

test('an unknown path returns 404', async () => {
  const { app, mine } = two
  for (const path of ['/api', '/api/', '/api/nothing', '/api/deliveries/', '/api/deliveries//print'])
    expect([path, (await app.fetchPath('GET', path, { as: mine.admin })).status]).toEqual([path, 404])
  expect(await app.fetchPath('DELETE', '/api/deliveries', { as: mine.admin })).toMatchObject({ status: 404 })
})
