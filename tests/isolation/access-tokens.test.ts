import { createSecretKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { base64url, SignJWT, UnsecuredJWT } from 'jose'
import { expect } from 'vitest'
import { readAccessToken, signAccessToken } from '#functions/security/access-tokens.ts'
import { deriveKey } from '#functions/security/signing-keys.ts'
import * as auth from '#shared/api/auth.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person } from '#tests/support/test-app.ts'

let person: Person
test.beforeEach(async () => {
  person = await app.join(pharmacy.tenant)
})

const refused = { status: 401, text: '{"detail":"Please sign in"}' }
const me = (authorization?: string) =>
  app.fetchPath('GET', auth.me.path, authorization === undefined ? {} : { headers: { authorization } })

interface Forgery {
  header?: object
  claims?: object
  without?: string
  key?: Parameters<SignJWT['sign']>[0]
}

/** Makes an access token like the product's own, except for the given parts. */
async function forged({ header, claims, without, key }: Forgery = {}) {
  const current = await app.services.keys.current()
  const now = Math.floor(app.clock.now.getTime() / 1000)
  const payload: Record<string, unknown> = {
    sub: person.user.id,
    aid: person.user.account_id,
    tid: person.user.tenant_id,
    sid: person.refreshToken.split('.')[1],
    iss: 'carelane',
    aud: 'carelane-api',
    iat: now,
    exp: now + 60,
    ...claims,
  }
  if (without) delete payload[without]
  const headers = { alg: 'HS256', typ: 'at+jwt', kid: current.kid, ...header }
  return new SignJWT(payload).setProtectedHeader(headers).sign(key ?? current.key)
}

test('a token forged with the right key is accepted, so the others are rejected for their own reasons', async () => {
  expect(await me(`Bearer ${await forged()}`)).toMatchObject({ status: 200, body: { id: person.user.id } })
})

test.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'Bearer null', 'Bearer undefined', 'Bearer a.b.c'])(
  'the header %j signs no one in',
  async (authorization) => {
    expect(await me(authorization)).toMatchObject(refused)
  },
)

test('a request without a header is not signed in', async () => {
  expect(await me()).toMatchObject(refused)
})

test.each(['bearer', 'BEARER', 'bEaReR'])('the scheme %s is no other spelling of Bearer', async (scheme) => {
  expect(await me(`${scheme} ${person.token}`)).toMatchObject(refused)
})

test('the tokens that a session gets within five minutes are the same', async () => {
  const start = app.clock.now
  app.clock.now = new Date(Math.ceil(start.getTime() / 300_000) * 300_000)
  const tokenNow = async () => {
    const [accountId = '', sessionId = ''] = person.refreshToken.split('.')
    const { id: userId, tenant_id: tenantId } = person.user
    return signAccessToken(app.services.keys, { accountId, sessionId, userId, tenantId }, app.clock.now)
  }
  const first = await tokenNow()
  passSeconds(app, 299)
  expect(await tokenNow()).toBe(first)
  passSeconds(app, 1)
  expect(await tokenNow()).not.toBe(first)
  app.clock.now = start
})

test('an unsigned token is rejected', async () => {
  const [, payload = ''] = person.token.split('.')
  const unsecured = new UnsecuredJWT(JSON.parse(Buffer.from(base64url.decode(payload)).toString())).encode()
  for (const alg of ['none', 'None', 'NONE', '']) {
    const header = Buffer.from(JSON.stringify({ alg, typ: 'at+jwt' })).toString('base64url')
    expect(await me(`Bearer ${header}.${payload}.`)).toMatchObject(refused)
  }
  expect(await me(`Bearer ${unsecured}`)).toMatchObject(refused)
})

test('a token signed with another key is rejected', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { key } = await app.services.keys.current()
  const forgeries = [
    { key: createSecretKey(randomBytes(32)) },
    { key: createSecretKey(deriveKey(key, 'cursor')) },
    { key: createSecretKey(deriveKey(key, 'refresh')) },
    { key: privateKey, header: { alg: 'RS256' } },
    { key: createSecretKey(randomBytes(64)), header: { alg: 'HS512' } },
  ]
  for (const forgery of forgeries) expect(await me(`Bearer ${await forged(forgery)}`)).toMatchObject(refused)
})

test.each([{ kid: 'other' }, { kid: '../../dev/null' }, { kid: '__proto__' }, { kid: '' }, { kid: undefined }])(
  'a token with the key ID %j is rejected',
  async (header) => {
    expect(await me(`Bearer ${await forged({ header })}`)).toMatchObject(refused)
  },
)

test.each([{ typ: 'JWT' }, { typ: undefined }, { typ: 'id_token' }, { alg: 'HS384' }, { alg: 'HS512' }])(
  'a token with the header %j is rejected',
  async (header) => {
    const key = createSecretKey((await app.services.keys.current()).key.export())
    expect(await me(`Bearer ${await forged({ header, key })}`)).toMatchObject(refused)
  },
)

test.each([
  { iss: 'another' },
  { iss: ['carelane'] },
  { aud: 'another' },
  { aud: ['carelane-app'] },
  { sub: '' },
  { sub: randomUUID() },
  { sid: randomUUID() },
  { sid: 7 },
  { tid: randomUUID() },
  { tid: null },
])('a token with the claims %j is rejected', async (claims) => {
  expect(await me(`Bearer ${await forged({ claims })}`)).toMatchObject(refused)
})

test.each(['iss', 'aud', 'sub', 'exp', 'tid', 'sid'])('a token without %s is rejected', async (without) => {
  expect(await me(`Bearer ${await forged({ without })}`)).toMatchObject(refused)
})

test('a token with another user’s session is rejected', async () => {
  const other = await app.join(pharmacy.tenant)
  const sid = other.refreshToken.split('.')[1]
  expect(await me(`Bearer ${await forged({ claims: { sid } })}`)).toMatchObject(refused)
})

test('a token that combines this user with another tenant is rejected', async () => {
  const { tenant } = await app.createPharmacy()
  expect(await me(`Bearer ${await forged({ claims: { tid: tenant.id } })}`)).toMatchObject(refused)
})

test('a token that is not valid yet is rejected', async () => {
  const nbf = Math.floor(app.clock.now.getTime() / 1000) + 5
  expect(await me(`Bearer ${await forged({ claims: { nbf } })}`)).toMatchObject(refused)
})

test('an access token expires a quarter of an hour after the beginning of its five minutes', async () => {
  const { token } = person
  const past = Math.floor(app.clock.now.getTime() / 1000) % 300
  passSeconds(app, 15 * seconds.minute - past - 1)
  expect(await me(`Bearer ${token}`)).toMatchObject({ status: 200 })
  passSeconds(app, 1)
  expect(await me(`Bearer ${token}`)).toMatchObject(refused)
})

test('a token with any changed character is rejected', async () => {
  const { token } = person
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
  const genuine = await readAccessToken(app.services.keys, token, app.clock.now)
  expect(genuine).toMatchObject({ userId: person.user.id })
  const places = fc.integer({ min: 0, max: token.length - 1 })
  await fc.assert(
    fc.asyncProperty(places, fc.constantFrom(...alphabet), async (place, letter) => {
      fc.pre(token[place] !== letter)
      const changed = token.slice(0, place) + letter + token.slice(place + 1)
      expect(await readAccessToken(app.services.keys, changed, app.clock.now)).toBeUndefined()
    }),
    { seed: 31, numRuns: howMany({ quick: 200, proof: 1000 }) },
  )
})
