import { describe, expect, test } from 'vitest'
import { listRoutes } from '#shared/api/areas.ts'
import { everyCall, routeKeysWithLines } from '#tests/calls/every-call.ts'

test('every call of the specification is an entry, and no other is', () => {
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
  test('says whose id is in its path, when one is', () => {
    expect(entry.subject !== undefined).toBe(/\{(id|user_id)\}/.test(entry.path))
  })
  test('has no other path parameter than an id, the day and the person of a run, or the token of a door', () => {
    const isDoors = entry.path.startsWith('/api/track/')
    const parameters = entry.subject === 'Run' ? ['{date}', '{user_id}'] : isDoors ? ['{token}'] : ['{id}']
    expect(entry.path.match(/\{\w+\}/g) ?? []).toEqual(entry.path.includes('{') ? parameters : [])
  })
  test('answers nothing when it ends, deletes or connects something, or only leaves an event', () => {
    const ends =
      /\/(logout|google-connect|change-password|end-others|end-sessions|reset-factors|exports\/lists|exports\/patients\/\{id\})$/.test(
        entry.path,
      )
    expect(entry.success === 204).toBe(entry.method === 'DELETE' || ends)
  })
  test('takes a body, unless it reads or deletes, or its path says it all', () => {
    const writes = ['POST', 'PUT', 'PATCH'].includes(entry.method)
    const saysAll =
      /\/(invitation|unsubscribe|return-to-stock|settle-unsent|end-others|end-sessions|totp|options|challenge|recovery-codes|reset-factors|rotate|exports|exports\/patients\/\{id\})$/.test(
        entry.path,
      )
    expect(entry.body !== undefined).toBe(writes && !saysAll)
  })
  test('describes its answer, unless it has none', () => {
    expect(entry.answer !== undefined).toBe(entry.success !== 204)
  })
})

test('what is made says where it is read, unless it is a sign-up, a passkey, a key or an import, which have no address', () => {
  const making = listRoutes().filter(({ entry }) => entry.success === 201)
  expect(making.filter(({ entry }) => !entry.location).map(({ name }) => name)).toEqual([
    'addPasskey',
    'createApiKey',
    'register',
    'createFirstUser',
    'signUpCompany',
    'beginImport',
  ])
  const readable = listRoutes().filter(({ entry }) => entry.method === 'GET' && entry.subject)
  for (const { entry } of listRoutes().filter(({ entry }) => entry.location)) {
    expect(entry.success).toBe(201)
    expect(readable.map(({ entry }) => entry.path)).toContain(entry.location)
  }
})

describe.each(everyCall())('$routeKey', ({ entry, line }) => {
  test('accepts an idempotency key, a version and a known answer where the specification says so', () => {
    const { idempotent, versioned, conditional } = line
    expect([entry.idempotent, entry.versioned, entry.conditional]).toEqual([idempotent, versioned, conditional])
  })
})
