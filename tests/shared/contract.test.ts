import { describe, expect, test } from 'vitest'
import { builtRoutes } from '#shared/api/areas.ts'

/** Every call that the specification names, as it names it. */
const specified = `
  POST /auth/login · POST /auth/google-auth · POST /auth/register · GET /auth/me · GET /auth/tenant-info
  POST /auth/send-verification-email · POST /auth/verify-email · POST /auth/set-password
  POST /auth/request-password-reset · POST /auth/reset-password · GET /auth/verify-invitation
  POST /auth/accept-invitation · POST /auth/refresh · POST /auth/logout
  GET /products/groups · GET /products · GET /products/accessible · GET /products/permissions
  GET /products/user-permissions · POST /products/initialize
  POST /roles · GET /roles · GET /roles/{id} · PUT /roles/{id} · DELETE /roles/{id}
  POST /users · POST /users/first-user · GET /users · GET /users/{id} · PUT /users/{id} · DELETE /users/{id}
  GET /users/me/permissions · POST /users/{id}/invitation
  GET /registration/product-groups · GET /registration/products · POST /registration/step1 · POST /registration/step2
  GET /registration/tenant/{id}/products · POST /registration/tenant/{id}/subscribe
  GET /deliveries/patients/search · POST /deliveries/patients · GET /deliveries/patients/{id}
  PUT /deliveries/patients/{id} · DELETE /deliveries/patients/{id}
  GET /deliveries · GET /deliveries/{id} · POST /deliveries · PUT /deliveries/{id} · DELETE /deliveries/{id}
  GET /deliveries/{id}/print · GET /deliveries/pharmacists/list · GET /deliveries/config/time-ranges
  GET /deliveries/config/languages · GET /deliveries/{id}/status-history · PATCH /deliveries/{id}/status
  PATCH /deliveries/{id}/completion · POST /deliveries/{id}/photo-upload
  GET /deliveries/patient/{id}/has_prior_deliveries
`
const calls = specified
  .split(/[·\n]/)
  .map((call) => call.trim().replace(' /', ' /api/'))
  .filter(Boolean)

test('every call of the specification is an entry, and no other is', () => {
  expect(
    builtRoutes()
      .map(({ routeKey }) => routeKey)
      .toSorted(),
  ).toEqual(calls.toSorted())
})

test('no two entries have the same method and path', () => {
  const routeKeys = builtRoutes().map(({ routeKey }) => routeKey)
  expect(new Set(routeKeys).size).toBe(routeKeys.length)
})

describe.each(builtRoutes())('$routeKey', ({ entry }) => {
  test('says of what its id is, when it has one', () => {
    expect(entry.subject !== undefined).toBe(entry.path.includes('{id}'))
  })
  test('has no other parameter than an id', () => {
    expect(entry.path.match(/\{\w+\}/g) ?? []).toEqual(entry.path.includes('{') ? ['{id}'] : [])
  })
  test('answers nothing where something is ended or deleted', () => {
    expect(entry.success === 204).toBe(entry.method === 'DELETE' || entry.path.endsWith('/logout'))
  })
  test('takes a body unless it reads, deletes or invites again', () => {
    const writes = ['POST', 'PUT', 'PATCH'].includes(entry.method)
    expect(entry.body !== undefined).toBe(writes && !entry.path.endsWith('/invitation'))
  })
  test('describes its answer unless it has none', () => {
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

test('a key may be repeated where the specification says so', () => {
  const idempotent = builtRoutes().filter(({ entry }) => entry.idempotent)
  expect(idempotent.map(({ routeKey }) => routeKey)).toEqual([
    'POST /api/deliveries',
    'PATCH /api/deliveries/{id}/completion',
    'POST /api/deliveries/patients',
  ])
})
