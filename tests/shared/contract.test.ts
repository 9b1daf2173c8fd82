import { describe, expect, test } from 'vitest'
import { builtRoutes } from '#shared/api/areas.ts'
import { everyCall, linedRoutes } from '#tests/calls/every-call.ts'

test('every call of the specification is an entry, and no other is', () => {
  expect(
    builtRoutes()
      .map(({ routeKey }) => routeKey)
      .toSorted(),
  ).toEqual(linedRoutes().toSorted())
})

test('no two entries have the same method and path', () => {
  const routeKeys = builtRoutes().map(({ routeKey }) => routeKey)
  expect(new Set(routeKeys).size).toBe(routeKeys.length)
})

describe.each(builtRoutes())('$routeKey', ({ entry }) => {
  test('says whose id is in its path, when one is', () => {
    expect(entry.subject !== undefined).toBe(entry.path.includes('{id}'))
  })
  test('has no other path parameter than an id', () => {
    expect(entry.path.match(/\{\w+\}/g) ?? []).toEqual(entry.path.includes('{') ? ['{id}'] : [])
  })
  test('answers nothing when it ends, deletes or connects something', () => {
    expect(entry.success === 204).toBe(entry.method === 'DELETE' || /\/(logout|google-connect)$/.test(entry.path))
  })
  test('takes a body, unless it reads, deletes or invites again', () => {
    const writes = ['POST', 'PUT', 'PATCH'].includes(entry.method)
    expect(entry.body !== undefined).toBe(writes && !entry.path.endsWith('/invitation'))
  })
  test('describes its answer, unless it has none', () => {
    expect(entry.answer !== undefined).toBe(entry.success !== 204)
  })
})

test('what is made says where it is read, unless it is a sign-up, which has no address yet', () => {
  const making = builtRoutes().filter(({ entry }) => entry.success === 201)
  expect(making.filter(({ entry }) => !entry.location).map(({ name }) => name)).toEqual([
    'register',
    'createFirstUser',
    'signUpCompany',
  ])
  const readable = builtRoutes().filter(({ entry }) => entry.method === 'GET' && entry.subject)
  for (const { entry } of builtRoutes().filter(({ entry }) => entry.location)) {
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
