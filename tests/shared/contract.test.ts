import { describe, expect, test } from 'vitest'
import { listRoutes } from '#shared/api/areas.ts'
import { everyCall, routeKeysWithLines } from '#tests/calls/every-call.ts'

test('the contract has exactly the calls in the specification', () => {
  expect(
    listRoutes()
      .map(({ routeKey }) => routeKey)
      .toSorted(),
  ).toEqual(routeKeysWithLines().toSorted())
})

test('no two entries have the same method and path', () => {
  const routeKeys = listRoutes().map(({ routeKey }) => routeKey)
  expect(new Set(routeKeys).size).toBe(routeKeys.length)
})

describe.each(listRoutes())('$routeKey', ({ entry }) => {
  test('names the type of its path’s ID, if there is one', () => {
    expect(entry.subject !== undefined).toBe(/\{(id|user_id)\}/.test(entry.path))
  })
  test('has only IDs, a record’s ID, a run’s date and user, or a tracking token as path parameters', () => {
    const isDoors = entry.path.startsWith('/api/track/')
    const isRecord = entry.path.includes('/unsent/')
    const parameters =
      entry.subject === 'Run'
        ? ['{date}', '{user_id}']
        : isDoors
          ? ['{token}']
          : isRecord
            ? ['{id}', '{unsent_id}']
            : ['{id}']
    expect(entry.path.match(/\{\w+\}/g) ?? []).toEqual(entry.path.includes('{') ? parameters : [])
  })
  test('returns no content if it ends, deletes or connects something or only logs an event', () => {
    const ends =
      /\/(logout|google-connect|change-password|end-others|end-sessions|reset-factors|exports\/lists|exports\/patients\/\{id\}|settings\/verification)$/.test(
        entry.path,
      )
    expect(entry.success === 204).toBe(entry.method === 'DELETE' || ends)
  })
  test('has a body unless it reads, deletes or needs only its path', () => {
    const writes = ['POST', 'PUT', 'PATCH'].includes(entry.method)
    const saysAll =
      /\/(invitation|unsubscribe|return-to-stock|settle-unsent|accept|plan-again|end-others|end-sessions|totp|options|challenge|recovery-codes|reset-factors|rotate|exports|exports\/patients\/\{id\}|settings\/verification|recipient-link)$/.test(
        entry.path,
      )
    expect(entry.body !== undefined).toBe(writes && !saysAll)
  })
  test('describes its response, if any', () => {
    expect(entry.answer !== undefined).toBe(entry.success !== 204)
  })
})

test('a creation returns a Location, except for sign-ups, passkeys, keys, records from the door and imports', () => {
  const making = listRoutes().filter(({ entry }) => entry.success === 201)
  expect(making.filter(({ entry }) => !entry.location).map(({ name }) => name)).toEqual([
    'addPasskey',
    'createApiKey',
    'register',
    'createFirstUser',
    'signUpCompany',
    'reportUnsent',
    'beginImport',
  ])
  const readable = listRoutes().filter(({ entry }) => entry.method === 'GET' && entry.subject)
  for (const { entry } of listRoutes().filter(({ entry }) => entry.location)) {
    expect(entry.success).toBe(201)
    expect(readable.map(({ entry }) => entry.path)).toContain(entry.location)
  }
})

describe.each(everyCall())('$routeKey', ({ entry, line }) => {
  test('takes an idempotency key, If-Match and If-None-Match where the specification says so', () => {
    const { idempotent, versioned, conditional } = line
    expect([entry.idempotent, entry.versioned, entry.conditional]).toEqual([idempotent, versioned, conditional])
  })
})
