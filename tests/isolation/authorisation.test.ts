import { randomUUID } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredRole } from '#functions/data/entities/role.ts'
import type { StoredTenant } from '#functions/data/entities/tenant.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import type { Handler } from '#functions/http/handler.ts'
import { signAccessToken } from '#functions/security/access-tokens.ts'
import * as auth from '#shared/api/auth.ts'
import { limitCountName } from '#shared/api/contract.ts'
import { endOtherSessions } from '#shared/api/sessions.ts'
import type { PermissionKey } from '#shared/model/catalogue.ts'
import { createPermission, managePermission, viewPermission } from '#tests/calls/call.ts'
import { type Call, everyCall } from '#tests/calls/every-call.ts'
import { makeReady, type ReadyCall } from '#tests/calls/make-ready.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { seconds } from '#tests/support/clock.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { password } from '#tests/support/sign-up.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { openTestApp, type Person, type TestApp, type TestResponse } from '#tests/support/test-app.ts'

/** For each permission that a call may require, the permissions that satisfy it, each on its own. */
const opens: Record<string, readonly string[]> = {
  [viewPermission]: [viewPermission, createPermission, managePermission],
  [createPermission]: [createPermission],
  [managePermission]: [createPermission, managePermission],
}

/** A caller with the token that they send. */
interface Principal {
  token: string | undefined
  person?: Person
  isAdmin?: boolean
  permission?: string
  /** The caller's organisation does not subscribe to deliveries. */
  isElsewhere?: boolean
  /** The caller's own organisation. By default the shared one. */
  workplace?: Workplace
}

let app: TestApp
let strangers: Record<string, Principal>
let members: Record<string, Principal>
let workplace: Workplace
let admin: Person
let sessionCookies: string
beforeAll(async () => {
  app = await openTestApp({ around: checkingHeaders })
  app.services.google = testGoogleTokenReader
  workplace = await openWorkplace(app)
  const { tenant, unprivileged } = workplace
  admin = workplace.admin
  const holding = async (permission: PermissionKey): Promise<Principal> => {
    const role: StoredRole = {
      id: randomUUID(),
      name: permission,
      description: '',
      is_system_role: false,
      permissions: [permission],
      user_count: 1,
    }
    await app.table.write(put(keysOf(tenant.id).role(role.id), role))
    return { ...holder(await app.join(tenant, { roles: [role.id] })), permission, workplace }
  }
  const withoutDeliveries = await app.createPharmacy(['inventory_mgmt', 'document_mgmt'])
  const elsewhere = { isElsewhere: true, workplace: await openWorkplace(app, withoutDeliveries) }
  const other = await openWorkplace(app)
  members = {
    'a member without a permission': { ...holder(unprivileged), workplace },
    'a viewer': await holding(viewPermission),
    'a creator': await holding(createPermission),
    'an editor': await holding(managePermission),
    'a member who may only check stock': await holding('inventory_mgmt.check_stock'),
    'the administrator': { ...holder(admin), isAdmin: true, workplace },
    'another tenant’s administrator': { ...holder(other.admin), isAdmin: true, workplace: other },
    'the administrator of a tenant without deliveries': {
      ...elsewhere,
      ...holder(withoutDeliveries.admin),
      isAdmin: true,
    },
    'a pharmacist of a tenant without deliveries': { ...elsewhere, ...holder(withoutDeliveries.pharmacist) },
  }
  strangers = await strangersOf(admin)
  sessionCookies = `access_token=${admin.token}; refresh_token=${admin.refreshToken}`
})
afterAll(() => app.close())

const holder = (person: Person): Principal => ({ token: person.token, person })

async function strangersOf(admin: Person): Promise<Record<string, Principal>> {
  const { tenant_id, id } = admin.user
  const longAgo = new Date(app.clock.now.getTime() - (seconds.day + 1) * 1000)
  const [accountId = '', sessionId = ''] = admin.refreshToken.split('.')
  const place = { accountId, tenantId: tenant_id, userId: id, sessionId }
  const claims = JSON.parse(Buffer.from(admin.token.split('.')[1] ?? '', 'base64url').toString())
  const tenant = await storedTenant(tenant_id)
  const gone = async (change: object) => {
    const { user, token } = await app.join(tenant, { is_tenant_admin: true })
    await app.table.write(put(keysOf(tenant_id).user(user.id), { ...user, ...change }))
    return { token }
  }
  return {
    'no one signed in': { token: undefined },
    garbage: { token: 'garbage' },
    expired: { token: await signAccessToken(app.services.keys, place, longAgo) },
    tampered: { token: admin.token.replace(/.(?=\.)/, (letter) => (letter === 'A' ? 'B' : 'A')) },
    'alg none': { token: new UnsecuredJWT(claims).encode() },
    'a refresh token': { token: admin.refreshToken },
    'a person who has not joined': { token: (await app.join(tenant, { is_verified: false })).token },
    'a member whose user is another account’s': await gone({ account_id: randomUUID() }),
    deactivated: await gone({ is_active: false }),
    'signed out everywhere': await gone({ session_epoch: 1 }),
    'ended from another device': await endedElsewhere(tenant),
  }
}

async function endedElsewhere(tenant: StoredTenant): Promise<Principal> {
  const { user, token } = await app.join(tenant, { is_tenant_admin: true })
  const { status } = await app.call(endOtherSessions, { as: await app.signIn(user) })
  expect(status).toBe(204)
  return { token }
}

async function storedTenant(id: string) {
  const stored = await app.table.get(keysOf(id).tenant)
  if (!stored) throw new Error('There is no tenant')
  return stored
}

/** Sends a prepared call as a caller, and checks the headers of the response. */
async function send({ entry, routeKey }: Call, { token }: Principal, ready: ReadyCall, headers = {}) {
  const answer = await app.call(entry, {
    as: token,
    params: ready.params,
    query: ready.query,
    headers,
    ...(entry.body && { body: ready.body }),
  })
  expect([routeKey, Object.fromEntries(answer.headers)]).toEqual([
    routeKey,
    expect.objectContaining({ ...carried, 'cache-control': cacheControlOf(routeKey, answer.status) }),
  ])
  return answer
}

/** Returns the same call with random parameters in its path, so that it names nothing that exists. */
const ofNothing = (ready: ReadyCall): ReadyCall => ({
  ...ready,
  params: Object.fromEntries(Object.keys(ready.params).map((name) => [name, randomUUID()])),
})

/** Wraps a handler so that the headers of its own response are checked, before the local gateway adds others. */
const checkingHeaders =
  (handler: Handler): Handler =>
  async (event) => {
    const result = await handler(event)
    expect([event.routeKey, result.headers]).toEqual([
      event.routeKey,
      expect.objectContaining({ ...ofTheFunction, 'cache-control': cacheControlOf(event.routeKey, result.statusCode) }),
    ])
    return result
  }

/**
 * Returns the expected `cache-control`. A response may be cached, by anyone, only if the call's entry has `cacheSeconds` and the
 * status is 200.
 */
function cacheControlOf(routeKey: string, status: number | undefined) {
  const { cacheSeconds } = everyCall().find((call) => call.routeKey === routeKey)?.entry ?? {}
  return cacheSeconds && status === 200 ? `public, max-age=${cacheSeconds}` : 'no-store'
}

const ofTheFunction = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': expect.stringMatching(/./),
}

/** The headers of every response as callers receive it. With them no browser mistakes a response for a page. */
const carried = {
  ...ofTheFunction,
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'strict-transport-security': expect.stringContaining('max-age='),
  'referrer-policy': 'strict-origin',
}

function mayEnter({ isAdmin, permission = '', isElsewhere }: Principal, access: string) {
  if (access === 'signedIn') return true
  if (access === 'tenantAdmin') return Boolean(isAdmin)
  return !isElsewhere && (isAdmin || Boolean(opens[access]?.includes(permission)))
}

/**
 * Returns all members whom a rule refuses. Of those whom it lets in, for each of whom the call is prepared anew, `npm test` has
 * every third, and others for the next call.
 */
function membersFor(access: string, turn: number, isIncluded: (member: Principal) => boolean = () => true) {
  const included = Object.entries(members).filter(([, member]) => isIncluded(member))
  const letIn = included.filter(([, member]) => mayEnter(member, access))
  const refused = included.filter(([, member]) => !mayEnter(member, access))
  return [...refused, ...sampleUnlessProof(letIn, turn, Math.min(3, letIn.length))]
}

/** Returns the status and text for a member without the required permission. */
const refusal = (access: string): [number, string] => [
  403,
  access === 'tenantAdmin'
    ? 'Access Denied: You need tenant administrator privileges to access this page.'
    : `You don't have the required permission: ${access}`,
]

const detailOf = ({ status, body }: TestResponse): string => {
  if (status < 300) return ''
  return Array.isArray(body.detail) ? body.detail.map(({ msg }: { msg: string }) => msg).join() : body.detail
}

const guarded = everyCall().filter(({ line }) => line.access !== 'public')
const open = everyCall().filter(({ line }) => line.access === 'public')

const saved = new Map<string, Promise<ReadyCall>>()
/** Prepares the call once and keeps it, for all requests that are refused. */
function refusable(call: Call): Promise<ReadyCall> {
  const ready = saved.get(call.routeKey) ?? makeReady(call, workplace)
  saved.set(call.routeKey, ready)
  return ready
}

describe.each(guarded)('$routeKey', (call) => {
  const { entry, line } = call

  test('rejects callers who are not signed in', async () => {
    const ready = await refusable(call)
    for (const [who, stranger] of sampleUnlessProof(Object.entries(strangers), guarded.indexOf(call), 4)) {
      const { status, text } = await send(call, stranger, ready)
      expect([who, status, text]).toEqual([who, 401, '{"detail":"Please sign in"}'])
    }
    // Cookies do not count as a sign-in.
    const { status, text } = await send(call, { token: undefined }, ready, { cookie: sessionCookies })
    expect([status, text]).toEqual([401, '{"detail":"Please sign in"}'])
  })

  test('answers every user as specified', async () => {
    const ready = await refusable(call)
    const success: [number, string] = entry.subject ? [404, `${entry.subject} not found`] : [entry.success, '']
    for (const [who, member] of membersFor(line.access, guarded.indexOf(call))) {
      const isLetIn = mayEnter(member, line.access)
      const at = isLetIn && !entry.subject && member.workplace
      const { person: caller = admin } = member
      const sent = entry.subject ? ofNothing(ready) : at ? await makeReady(call, { ...at, caller }) : ready
      const answer = await send(call, member, sent)
      const ofEntered = (member.isElsewhere && line.withoutDeliveries) || success
      expect([who, answer.status, detailOf(answer)]).toEqual([who, ...(isLetIn ? ofEntered : refusal(line.access))])
    }
  })
})

describe.each(guarded.filter(({ entry }) => entry.subject))('$routeKey', (call) => {
  test('answers every user as specified about the organization’s own records', async () => {
    const { access, narrowedTo = access, ownRefusal } = call.line
    const { success } = call.entry
    const shared = await refusable(call)
    const ofOrganisation = membersFor(narrowedTo, guarded.indexOf(call), ({ workplace: at }) => at === workplace)
    for (const [who, member] of ofOrganisation) {
      const missing = [access, narrowedTo].find((rule) => !mayEnter(member, rule))
      const isOthers = ownRefusal !== undefined && !member.isAdmin
      const { person: caller = admin } = call.line.isOwn ? member : {}
      const answer = await send(
        call,
        member,
        missing || isOthers ? shared : await makeReady(call, { ...workplace, caller }),
      )
      const expected = missing ? refusal(missing) : isOthers ? [403, ownRefusal] : [success, '']
      expect([who, answer.status, detailOf(answer)]).toEqual([who, ...expected])
    }
    // The prepared call was refused to others before. It still works for the rightful caller.
    expect(await shared.send()).toMatchObject({ status: success })
  })
})

describe.each(open)('$routeKey', (call) => {
  const { entry } = call

  test('returns the same for every token, valid or not', async () => {
    const ask = async ({ token }: Principal) => {
      const params = { id: '00000000-0000-4000-8000-000000000000' }
      if (entry.limit) await resetRateLimits(app, limitCountName(entry), '127.0.0.1')
      const { status, text } = await app.call(entry, { as: token, params, ...(entry.body && { body: {} }) })
      return [status, text.replace(/"challenge":"[^"]+"/, '')]
    }
    const answer = await ask({ token: undefined })
    expect(answer[0]).not.toBe(401)
    const few = ['garbage', 'expired', 'deactivated', 'a refresh token']
    for (const who of few) expect([who, ...(await ask(strangers[who] ?? { token: '' }))]).toEqual([who, ...answer])
    for (const [who, member] of sampleUnlessProof(Object.entries(members), open.indexOf(call), 9))
      expect([who, ...(await ask(member))]).toEqual([who, ...answer])
  })
})

test('a user with an unverified sign-up gets no token for the right password', async () => {
  const { tenant } = await app.createPharmacy()
  const { hashPassword } = await import('#functions/security/passwords.ts')
  const { user } = await app.join(tenant, { is_verified: false, password_hash: await hashPassword(password) })
  const { status, body } = await app.call(auth.login, { body: { email: user.email, password } })
  expect([status, body]).toEqual([401, { detail: 'Email not verified' }])
})

test('a rejected call stores nothing but its event', async () => {
  const dump = async () =>
    (await tableDump(app))
      .split('\n')
      .filter((line) => !line.includes('#EVENTS#'))
      .join('\n')
  for (const call of guarded) await refusable(call)
  const before = await dump()
  for (const call of guarded) {
    const ready = await refusable(call)
    const refused = Object.values(members).filter((member) => !mayEnter(member, call.line.access))
    for (const member of [...refused.slice(0, 1), { token: undefined }]) await send(call, member, ready)
  }
  expect(await dump()).toBe(before)
})

test('the only public calls are for signing in, signing up, tracking links and seal keys', () => {
  const isBefore =
    /^(POST|GET) \/api\/(auth|registration|track)\/|^POST \/api\/users\/first-user$|^GET \/api\/seal-keys$/
  expect(open.map(({ routeKey }) => routeKey).filter((routeKey) => !isBefore.test(routeKey))).toEqual([])
})
