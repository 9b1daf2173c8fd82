import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredRole } from '#functions/data/entities.ts'
import { keysOf } from '#functions/data/keys.ts'
import { builtRoutes } from '#shared/api/areas.ts'
import type { PermissionKey } from '#shared/model/catalogue.ts'
import { sampleBodies } from '#tests/support/sample-bodies.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { openTestHouse, type Person, type TestHouse } from '#tests/support/test-house.ts'

/** Who may call what, by the words of the specification: a route that is not here fails. */
const view = 'delivery.view_orders'
const create = 'delivery.create_orders'
const manage = 'delivery.edit_orders'
const access: Record<string, 'public' | 'signedIn' | 'tenantAdmin' | PermissionKey> = {
  'GET /api/deliveries': view,
  'POST /api/deliveries': create,
  'GET /api/deliveries/{id}': view,
  'PUT /api/deliveries/{id}': manage,
  'DELETE /api/deliveries/{id}': manage,
  'PATCH /api/deliveries/{id}/status': view,
  'PATCH /api/deliveries/{id}/completion': view,
  'GET /api/deliveries/{id}/status-history': view,
  'GET /api/deliveries/{id}/print': view,
  'POST /api/deliveries/{id}/photo-upload': view,
  'GET /api/deliveries/patient/{id}/has_prior_deliveries': view,
  'GET /api/deliveries/pharmacists/list': manage,
  'GET /api/deliveries/config/time-ranges': view,
  'GET /api/deliveries/config/languages': view,
  'GET /api/deliveries/patients/search': manage,
  'POST /api/deliveries/patients': manage,
  'GET /api/deliveries/patients/{id}': manage,
  'PUT /api/deliveries/patients/{id}': manage,
  'DELETE /api/deliveries/patients/{id}': manage,
  'GET /api/auth/me': 'signedIn',
  'GET /api/auth/tenant-info': 'signedIn',
  'GET /api/users/me/permissions': 'signedIn',
  'GET /api/users': 'tenantAdmin',
  'POST /api/users': 'tenantAdmin',
  'GET /api/users/{id}': 'signedIn',
  'PUT /api/users/{id}': 'tenantAdmin',
  'DELETE /api/users/{id}': 'tenantAdmin',
  'POST /api/users/{id}/invitation': 'tenantAdmin',
  'GET /api/roles': 'tenantAdmin',
  'POST /api/roles': 'tenantAdmin',
  'GET /api/roles/{id}': 'tenantAdmin',
  'PUT /api/roles/{id}': 'tenantAdmin',
  'DELETE /api/roles/{id}': 'tenantAdmin',
  'GET /api/products/groups': 'signedIn',
  'GET /api/products': 'signedIn',
  'GET /api/products/accessible': 'signedIn',
  'GET /api/products/permissions': 'tenantAdmin',
  'GET /api/products/user-permissions': 'signedIn',
  'POST /api/products/initialize': 'tenantAdmin',
}
/** Which single permission opens what. */
const opens: Record<string, readonly string[]> = {
  [view]: [view, create, manage],
  [create]: [create],
  [manage]: [create, manage],
}

let house: TestHouse
let holders: Record<string, Person>
beforeAll(async () => {
  house = await openTestHouse()
  const { tenant, admin, nobody } = await house.found()
  const holding = async (permission: PermissionKey) => {
    const role: StoredRole = {
      id: randomUUID(),
      name: permission,
      description: '',
      is_system_role: false,
      permissions: [permission],
      user_count: 1,
    }
    await house.table.write({ key: keysOf(tenant.id).role(role.id), put: role })
    return house.join(tenant, { roles: [role.id] })
  }
  const elsewhere = await house.found(['inventory_mgmt', 'document_mgmt'])
  holders = {
    nobody,
    admin,
    [view]: await holding(view),
    [create]: await holding(create),
    [manage]: await holding(manage),
    'the administrator of a tenant without deliveries': elsewhere.admin,
    'a pharmacist of a tenant without deliveries': elsewhere.pharmacist,
    'who may only check stock': await holding('inventory_mgmt.check_stock'),
  }
})
afterAll(() => house.close())

function mayEnter(who: string, asked: string) {
  if (asked === 'signedIn') return true
  if (asked === 'tenantAdmin') return who.includes('admin')
  return who === 'admin' || Boolean(opens[asked]?.includes(who))
}

const guarded = builtRoutes().filter(({ entry }) => entry.access !== 'public')

describe.each(guarded)('$routeKey', ({ entry, routeKey }) => {
  const send = (as?: Person) =>
    house.call(entry, {
      as,
      params: { id: randomUUID() },
      ...(entry.body && { body: sampleBodies[routeKey] }),
    })

  test('has its expectation here', () => {
    expect(access).toHaveProperty([routeKey])
    if (entry.body) expect(sampleBodies).toHaveProperty([routeKey])
  })

  test('asks for a sign-in', async () => {
    expect(await send()).toMatchObject({ status: 401, text: '{"detail":"Please sign in"}' })
  })

  test('refuses who lacks the right, by its name, and lets in who has it', async () => {
    const asked = access[routeKey] ?? ''
    const detail =
      asked === 'tenantAdmin'
        ? 'Access Denied: You need tenant administrator privileges to access this page.'
        : `You don't have the required permission: ${asked}`
    for (const [who, person] of Object.entries(holders)) {
      if (routeKey === 'POST /api/products/initialize' && mayEnter(who, asked)) continue
      const { status, text } = await send(person)
      if (mayEnter(who, asked)) expect([who, status]).not.toEqual([who, 403])
      else expect([who, status, text]).toEqual([who, 403, JSON.stringify({ detail })])
    }
  })
})

test('who is refused leaves no trace in the table', async () => {
  const before = await tableDump(house)
  for (const { entry, routeKey } of guarded) {
    for (const who of ['nobody', 'who may only check stock']) {
      if (mayEnter(who, access[routeKey] ?? '')) continue
      await house.call(entry, {
        as: holders[who],
        params: { id: randomUUID() },
        ...(entry.body && { body: sampleBodies[routeKey] }),
      })
    }
  }
  expect(await tableDump(house)).toBe(before)
})

test('the public calls are those of signing in and of what comes before it', () => {
  const isBefore = /^(POST|GET) \/api\/(auth|registration)\/|^POST \/api\/users\/first-user$/
  const open = builtRoutes().filter(({ entry }) => entry.access === 'public')
  expect(open.map(({ routeKey }) => routeKey).filter((routeKey) => !isBefore.test(routeKey))).toEqual([])
})
