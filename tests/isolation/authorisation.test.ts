import { randomUUID } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredRole } from '#functions/data/entities.ts'
import { keysOf } from '#functions/data/keys.ts'
import type { Handler } from '#functions/http/handler.ts'
import { signAccessToken } from '#functions/security/access-tokens.ts'
import { builtRoutes, type Route } from '#shared/api/areas.ts'
import * as auth from '#shared/api/auth.ts'
import type { PermissionKey } from '#shared/model/catalogue.ts'
import { seconds } from '#tests/support/clock.ts'
import { sampleBodies } from '#tests/support/sample-bodies.ts'
import { password } from '#tests/support/sign-up.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { openTestApp, type Person, type Received, type TestApp } from '#tests/support/test-app.ts'

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
/** What a caller who may is told where that is neither success nor an unknown id. */
const told: Record<string, [number, string]> = {
  'POST /api/deliveries': [422, 'This patient does not exist'],
}

/** Who stands at the door, and what he holds up. */
interface Principal {
  token: string | undefined
  isAdmin?: boolean
  permission?: string
  /** His tenant has no deliveries. */
  isElsewhere?: boolean
}

let app: TestApp
let strangers: Record<string, Principal>
let members: Record<string, Principal>
let sessionCookies: string
beforeAll(async () => {
  app = await openTestApp({ around: lookingAtHeaders })
  const { tenant, admin, nobody } = await app.createPharmacy()
  const holding = async (permission: PermissionKey): Promise<Principal> => {
    const role: StoredRole = {
      id: randomUUID(),
      name: permission,
      description: '',
      is_system_role: false,
      permissions: [permission],
      user_count: 1,
    }
    await app.table.write({ key: keysOf(tenant.id).role(role.id), put: role })
    return { token: (await app.join(tenant, { roles: [role.id] })).token, permission }
  }
  const elsewhere = await app.createPharmacy(['inventory_mgmt', 'document_mgmt'])
  const other = await app.createPharmacy()
  members = {
    'without a permission': { token: nobody.token },
    'who may view': await holding(view),
    'who may create': await holding(create),
    'who may edit': await holding(manage),
    'who may only check stock': await holding('inventory_mgmt.check_stock'),
    'the administrator': { token: admin.token, isAdmin: true },
    'another tenant’s administrator': { token: other.admin.token, isAdmin: true },
    'the administrator of a tenant without deliveries': {
      token: elsewhere.admin.token,
      isAdmin: true,
      isElsewhere: true,
    },
    'a pharmacist of a tenant without deliveries': { token: elsewhere.pharmacist.token, isElsewhere: true },
  }
  strangers = await strangersOf(admin)
  sessionCookies = `access_token=${admin.token}; refresh_token=${admin.refreshToken}`
})
afterAll(() => app.close())

async function strangersOf(admin: Person): Promise<Record<string, Principal>> {
  const { tenant_id, id } = admin.user
  const longAgo = new Date(app.clock.now.getTime() - (seconds.day + 1) * 1000)
  const place = { tenantId: tenant_id, userId: id, sessionId: admin.refreshToken.split('.')[1] ?? '' }
  const claims = JSON.parse(Buffer.from(admin.token.split('.')[1] ?? '', 'base64url').toString())
  const tenant = await storedTenant(tenant_id)
  const gone = async (change: object) => {
    const { user, token } = await app.join(tenant, { is_tenant_admin: true })
    await app.table.write({ key: keysOf(tenant_id).user(user.id), put: { ...user, ...change } })
    return { token }
  }
  return {
    nobody: { token: undefined },
    garbage: { token: 'garbage' },
    expired: { token: await signAccessToken(app.services.keys, place, longAgo) },
    tampered: { token: admin.token.replace(/.(?=\.)/, (letter) => (letter === 'A' ? 'B' : 'A')) },
    'alg none': { token: new UnsecuredJWT(claims).encode() },
    'a refresh token': { token: admin.refreshToken },
    unverified: await gone({ is_verified: false }),
    deactivated: await gone({ is_active: false }),
    'signed out everywhere': await gone({ session_epoch: 1 }),
  }
}

async function storedTenant(id: string) {
  const stored = await app.table.get(keysOf(id).tenant)
  if (!stored) throw new Error('There is no tenant')
  return stored
}

let bodies = 0
async function send({ entry, routeKey }: Route, { token }: Principal, headers: Record<string, string> = {}) {
  bodies++
  const unique = {
    'POST /api/users': { email: `new${bodies}@example.com` },
    'POST /api/roles': { name: `New ${bodies}` },
  }
  const body = { ...sampleBodies[routeKey], ...Object(Reflect.get(unique, routeKey)) }
  const answer = await app.call(entry, {
    as: token,
    params: { id: randomUUID() },
    headers,
    ...(entry.body && { body }),
    ...(entry.query && { query: { delivery_date: '2099-01-01' } }),
  })
  expect([routeKey, Object.fromEntries(answer.headers)]).toEqual([routeKey, expect.objectContaining(carried)])
  return answer
}

/** The local gateway adds some of its own: what a function itself answers is looked at before. */
const lookingAtHeaders =
  (handler: Handler): Handler =>
  async (event) => {
    const result = await handler(event)
    expect([event.routeKey, result.headers]).toEqual([event.routeKey, expect.objectContaining(ofTheFunction)])
    return result
  }

const ofTheFunction = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': expect.stringMatching(/./),
}

/** Whatever is answered, no browser and nothing between keeps it or takes it for a page. */
const carried = {
  ...ofTheFunction,
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'strict-transport-security': expect.stringContaining('max-age='),
  'referrer-policy': 'strict-origin',
}

function mayEnter({ isAdmin, permission = '', isElsewhere }: Principal, asked: string) {
  if (asked === 'signedIn') return true
  if (asked === 'tenantAdmin') return Boolean(isAdmin)
  return !isElsewhere && (isAdmin || Boolean(opens[asked]?.includes(permission)))
}

/** Status and text that the specification decides for a member. */
function decided({ entry, routeKey }: Route, member: Principal): [number, string] {
  const asked = access[routeKey] ?? ''
  if (!mayEnter(member, asked))
    return asked === 'tenantAdmin'
      ? [403, 'Access Denied: You need tenant administrator privileges to access this page.']
      : [403, `You don't have the required permission: ${asked}`]
  if (entry.path.includes('{id}')) return [404, `${entry.subject} not found`]
  return told[routeKey] ?? [entry.success, '']
}

const detailOf = ({ status, body }: Received): string => {
  if (status < 300) return ''
  return Array.isArray(body.detail) ? body.detail.map(({ msg }: { msg: string }) => msg).join() : body.detail
}

const guarded = builtRoutes().filter(({ entry }) => entry.access !== 'public')
const open = builtRoutes().filter(({ entry }) => entry.access === 'public')

describe.each(guarded)('$routeKey', (route) => {
  test('has its expectation here', () => {
    expect(access).toHaveProperty([route.routeKey])
    if (route.entry.body) expect(sampleBodies).toHaveProperty([route.routeKey])
  })

  test('lets no stranger in', async () => {
    for (const [who, stranger] of Object.entries(strangers)) {
      const { status, text } = await send(route, stranger)
      expect([who, status, text]).toEqual([who, 401, '{"detail":"Please sign in"}'])
    }
  })

  test('takes cookies for no sign-in', async () => {
    const { status, text } = await send(route, { token: undefined }, { cookie: sessionCookies })
    expect([status, text]).toEqual([401, '{"detail":"Please sign in"}'])
  })

  test('answers every member what is decided', async () => {
    for (const [who, member] of Object.entries(members)) {
      const answer = await send(route, member)
      expect([who, answer.status, detailOf(answer)]).toEqual([who, ...decided(route, member)])
    }
  })
})

describe.each(open)('$routeKey', (route) => {
  test('answers everybody the same, whatever he holds up', async () => {
    const ask = async ({ token }: Principal) => {
      const { entry } = route
      const params = { id: '00000000-0000-4000-8000-000000000000' }
      const { status, text } = await app.call(entry, { as: token, params, ...(entry.body && { body: {} }) })
      return [status, text]
    }
    const answer = await ask({ token: undefined })
    expect(answer[0]).not.toBe(401)
    const few = ['garbage', 'expired', 'deactivated', 'a refresh token']
    for (const who of few) expect([who, ...(await ask(strangers[who] ?? { token: '' }))]).toEqual([who, ...answer])
    for (const [who, member] of Object.entries(members)) expect([who, ...(await ask(member))]).toEqual([who, ...answer])
  })
})

test('who is not verified gets no token by the right password', async () => {
  const { tenant } = await app.createPharmacy()
  const { hashPassword } = await import('#functions/security/passwords.ts')
  const { user } = await app.join(tenant, { is_verified: false, password_hash: await hashPassword(password) })
  const { status, body } = await app.call(auth.login, { body: { email: user.email, password } })
  expect([status, body]).toEqual([401, { detail: 'Email not verified' }])
})

test('who is refused leaves no trace in the table', async () => {
  const before = await tableDump(app)
  for (const route of guarded) {
    const refused = Object.values(members).filter((member) => !mayEnter(member, access[route.routeKey] ?? ''))
    for (const member of [...refused.slice(0, 2), { token: undefined }]) await send(route, member)
  }
  expect(await tableDump(app)).toBe(before)
})

test('the public calls are those of signing in and of what comes before it', () => {
  const isBefore = /^(POST|GET) \/api\/(auth|registration)\/|^POST \/api\/users\/first-user$/
  expect(open.map(({ routeKey }) => routeKey).filter((routeKey) => !isBefore.test(routeKey))).toEqual([])
})
