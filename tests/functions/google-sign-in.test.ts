import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { startGoogle } from '@carelane/simulators/google'
import { closeServer, serverAddress } from '@carelane/simulators/loopback-server'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { keysOf } from '#functions/data/table-keys.ts'
import { googleTokenReader } from '#functions/security/google.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import * as auth from '#shared/api/auth.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { type Organisation, openTestApp, type Person, type TestApp } from '#tests/support/test-app.ts'

const clientId = 'carelane.apps.googleusercontent.com'
const issuer = 'https://accounts.google.test'
/** An address for Google's public keys at which nothing answers. `beforeEach` replaces it by that of `keyServer`. */
const nowhere = 'http://127.0.0.1:9/certs'

let app: TestApp
let pharmacy: Organisation
let keyServer: Server
let keyAnswer: () => { status: number; body: string }
let keyPair: { privateKey: CryptoKey; publicKey: CryptoKey }
let person: Person
beforeAll(async () => {
  app = await openTestApp({ google: { clientId, issuer, jwksUrl: nowhere } })
  pharmacy = await app.createPharmacy()
  keyPair = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keyPair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  keyAnswer = () => ({ status: 200, body: JSON.stringify({ keys: [jwk] }) })
  keyServer = createServer((_, response) => {
    const { status, body } = keyAnswer()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await closeServer(keyServer)
  await app.close()
})
beforeEach(async () => {
  passSeconds(app, seconds.hour)
  person = await app.join(pharmacy.tenant)
  app.services.google = googleTokenReader({ clientId, issuer, jwksUrl: serverAddress(keyServer).origin })
})

const refusal = (detail: string) => ({ status: 401, text: JSON.stringify({ detail }) })
const notValid = refusal('This Google sign-in is not valid')
const unknown = refusal('No account exists for this Google address')

const signIn = (token: unknown) => app.call(auth.googleAuth, { body: { token } })
const nowSeconds = () => Math.floor(app.clock.now.getTime() / 1000)
const claims = (more: JWTPayload = {}): JWTPayload => ({
  iss: issuer,
  aud: clientId,
  sub: `google ${person.user.id}`,
  email: person.user.email,
  // This claim says that Google hosts the mail of this address for its organisation.
  hd: 'example.com',
  email_verified: true,
  iat: nowSeconds(),
  exp: nowSeconds() + seconds.hour,
  jti: randomUUID(),
  ...more,
})
const without = (name: string): JWTPayload => {
  const { [name]: _, ...rest } = claims()
  return rest
}
const sign = (payload = claims(), header = {}, key: CryptoKey | Uint8Array = keyPair.privateKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key)

test('the emulated Google signs users in by configuration alone', async () => {
  // The simulated Google writes the machine's time into its tokens.
  app.clock.now = new Date()
  const google = await startGoogle([{ email: person.user.email, full_name: 'Person' }])
  app.services.google = googleTokenReader(google)
  try {
    const redirect_uri = 'http://localhost:3000/login'
    const chosen = await fetch(`${google.issuer}/o/oauth2/v2/auth/callback`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        email: person.user.email,
        redirect_uri,
        client_id: google.clientId,
        scope: 'openid email',
      }),
    })
    const code = new URL(chosen.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const exchanged = await fetch(`${google.issuer}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ code, redirect_uri, client_id: google.clientId, grant_type: 'authorization_code' }),
    })
    const { id_token } = z.object({ id_token: z.string() }).parse(await exchanged.json())
    expect(await signIn(id_token)).toMatchObject({ status: 200, body: { user: { id: person.user.id } } })
  } finally {
    await google.close()
  }
})

describe('a Google ID token', () => {
  test('signs in the user with its email address', async () => {
    const answer = await signIn(await sign())
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'bearer', user: { id: person.user.id } } })
    expect(Object.keys(answer.body)).toEqual(['access_token', 'refresh_token', 'token_type', 'device_token', 'user'])
    expect(await app.call(auth.me, { as: answer.body.access_token })).toMatchObject({ status: 200 })
  })

  test('may name the issuer without a scheme and the email address in capitals', async () => {
    const payload = claims({ iss: 'accounts.google.test', email: person.user.email.toUpperCase() })
    expect(await signIn(await sign(payload))).toMatchObject({ status: 200 })
  })

  test.each(['x', `${'漢'.repeat(680)}@example.com`, 'a,b@example.com', 7, ''])(
    'signs no one in with %s for an email address',
    async (email) => {
      expect(await signIn(await sign({ ...claims(), email }))).toMatchObject({ status: 401 })
    },
  )

  test('is accepted once, even if sent several times concurrently', async () => {
    const token = await sign()
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(notValid)
  })

  test('is the same token if its signature is encoded differently', async () => {
    const token = await sign()
    expect(await signIn(token)).toMatchObject({ status: 200 })
    for (const spelled of [`${token}=`, `${token}==`, `${token} `]) expect((await signIn(spelled)).status).toBe(401)
  })

  test('creates no account', async () => {
    expect(await signIn(await sign(claims({ email: 'stranger@example.com' })))).toMatchObject(unknown)
  })

  test('does not sign in a deactivated user', async () => {
    person = await app.join(pharmacy.tenant, { is_active: false })
    expect(await signIn(await sign())).toMatchObject(unknown)
  })

  test.each([
    ['an invitation', { invited_by: 'Ada Admin' }],
    ['a sign-up', { password_hash: 'somebody’s' }],
  ])('does not verify an email address: %s stays pending', async (_, fields) => {
    person = await app.join(pharmacy.tenant, { is_verified: false, ...fields })
    expect(await signIn(await sign())).toMatchObject(unknown)
    expect(await app.table.get(keysOf(pharmacy.tenant.id).user(person.user.id))).not.toHaveProperty('account_id')
  })

  test('leaves the account’s password unchanged', async () => {
    const password = 'Chosen-By-The-Mail-1'
    person = await app.join(pharmacy.tenant, { password_hash: await hashPassword(password) })
    expect((await signIn(await sign())).status).toBe(200)
    expect(await app.call(auth.login, { body: { email: person.user.email, password } })).toMatchObject({ status: 200 })
  })
})

describe('the first use of a Google account', () => {
  const connectFirst = refusal('Sign in with your password and connect Google on your account page')

  test.each([
    ['gmail.com', {}],
    ['googlemail.com', {}],
    ['workspace.example', { hd: 'workspace.example' }],
    ['workspace.example', { hd: 'Workspace.Example' }],
  ])('connects it if Google hosts the email address: %s', async (domain, more) => {
    person = await app.join(pharmacy.tenant, { email: `${randomUUID()}@${domain}` })
    expect(await signIn(await sign({ ...without('hd'), ...more }))).toMatchObject({ status: 200 })
  })

  test.each([
    ['from another provider', 'example.com', {}],
    ['from another organization', 'example.com', { hd: 'elsewhere.example' }],
    ['of a domain with the same ending', 'notgmail.com', {}],
    ['of a subdomain of Google’s', 'sub.gmail.com', {}],
    ['with a domain that is not a string', 'example.com', { hd: ['example.com'] }],
  ])('connects nothing to an email address %s', async (_, domain, more) => {
    person = await app.join(pharmacy.tenant, { email: `${randomUUID()}@${domain}` })
    expect(await signIn(await sign({ ...without('hd'), ...more }))).toMatchObject(connectFirst)
    expect(await signIn(await sign({ ...without('hd'), ...more }))).toMatchObject(connectFirst)
  })

  test('is exclusive: another Google account with the same address cannot sign in', async () => {
    await signIn(await sign())
    const other = await signIn(await sign(claims({ sub: 'whoever has the address now' })))
    expect(other).toMatchObject(refusal('This is not the Google account that is connected'))
    expect(await signIn(await sign())).toMatchObject({ status: 200 })
  })

  test('connects only one of two accounts that sign in concurrently', async () => {
    const subs = ['one', 'two'].map((name) => `${name} ${randomUUID()}`)
    const tokens = await Promise.all(subs.map((sub) => sign(claims({ sub }))))
    const answers = await Promise.all(tokens.map(signIn))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })
})

describe('the account page', () => {
  const connect = (token: string) => app.call(auth.connectGoogle, { as: person, body: { token } })
  const refused = (msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', 'token'], msg }] } })

  test('connects a Google account with an address at any provider, which can then sign in', async () => {
    expect(await connect(await sign(without('hd')))).toMatchObject({ status: 204 })
    expect(await signIn(await sign(without('hd')))).toMatchObject({ status: 200 })
  })

  test('replaces the connected account, and the old one can no longer sign in', async () => {
    await connect(await sign())
    const sub = `another ${randomUUID()}`
    expect(await connect(await sign(claims({ sub })))).toMatchObject({ status: 204 })
    expect(await signIn(await sign(claims({ sub })))).toMatchObject({ status: 200 })
    expect(await signIn(await sign())).toMatchObject({ status: 401 })
  })

  test('cannot connect a Google account with another email address', async () => {
    const token = await sign(claims({ email: pharmacy.admin.user.email }))
    expect(await connect(token)).toMatchObject(refused('This Google account has a different address than yours'))
  })

  test('cannot connect a Google account that is connected to another user', async () => {
    const sub = `shared ${randomUUID()}`
    await connect(await sign(claims({ sub })))
    person = await app.join(pharmacy.tenant)
    expect(await connect(await sign(claims({ sub })))).toMatchObject({
      status: 409,
      body: { detail: 'This Google account is connected to another account' },
    })
  })

  test('accepts a token once and rejects invalid ones', async () => {
    const token = await sign()
    expect(await connect(token)).toMatchObject({ status: 204 })
    expect(await connect(token)).toMatchObject(refused('This Google sign-in is not valid'))
    expect(await connect('x')).toMatchObject(refused('This Google sign-in is not valid'))
  })
})

describe('no one is signed in by', () => {
  const bad: [string, () => Promise<string> | string][] = [
    ['no token at all', () => 'x'],
    ['three empty parts', () => '..'],
    ['an access token of ours', () => person.token],
    ['another audience', () => sign(claims({ aud: 'other.apps.googleusercontent.com' }))],
    ['another issuer', () => sign(claims({ iss: 'https://accounts.google.test.evil.example' }))],
    ['a token that expired an hour ago', () => sign(claims({ exp: nowSeconds() }))],
    ['a token that starts tomorrow', () => sign(claims({ nbf: nowSeconds() + seconds.day }))],
    ['a token that never expires', () => sign(without('exp'))],
    ['an unverified email address', () => sign(claims({ email_verified: false }))],
    ['an email address verified by a string', () => sign(claims({ email_verified: 'true' }))],
    ['an email address without a verified claim', () => sign(without('email_verified'))],
    ['no email address', () => sign(without('email'))],
    ['nobody', () => sign(without('sub'))],
    ['an unsigned token', () => new UnsecuredJWT(claims()).encode()],
    [
      'the public key as a shared secret',
      async () => sign(claims(), { alg: 'HS256' }, new TextEncoder().encode(await exportSPKI(keyPair.publicKey))),
    ],
    ['an unknown key', () => sign(claims(), { kid: 'two' })],
    ['another key with the same ID', async () => sign(claims(), {}, (await generateKeyPair('RS256')).privateKey)],
    ['another algorithm', async () => sign(claims(), { alg: 'RS512' }, (await generateKeyPair('RS512')).privateKey)],
    [
      'a key included in the token',
      async () => {
        const own = await generateKeyPair('RS256', { extractable: true })
        return sign(claims(), { jwk: await exportJWK(own.publicKey) }, own.privateKey)
      },
    ],
    [
      'changed claims',
      async () => {
        const [header, , signature] = (await sign()).split('.')
        const changed = Buffer.from(JSON.stringify(claims({ email: pharmacy.admin.user.email }))).toString('base64url')
        return `${header}.${changed}.${signature}`
      },
    ],
    ['a changed signature', async () => `${(await sign()).slice(0, -8)}AAAAAAAA`],
  ]
  test.each(bad)('%s', async (_, make) => {
    expect(await signIn(await make())).toMatchObject(notValid)
  })

  test('a valid token if no client ID is configured', async () => {
    app.services.google = undefined
    expect(await signIn(await sign())).toMatchObject({ status: 401 })
  })
})

test('invalid tokens count as failed sign-ins of their network address', async () => {
  for (let i = 0; i < 50; i++) await signIn('x')
  expect(await signIn(await sign())).toMatchObject({
    status: 429,
    body: { detail: 'Too many login attempts. Please try again later.' },
  })
})

describe('while Google’s keys are unavailable', () => {
  test.each([
    ['no server responds', { status: 0, body: '' }],
    ['the response is an error', { status: 500, body: '{}' }],
    ['the response is not JSON', { status: 200, body: '<html>' }],
    ['the response is not a key set', { status: 200, body: '{"keys":7}' }],
  ])('responds 503 and counts no failed sign-in because %s', async (_, { status, body }) => {
    const keys = keyAnswer
    if (status === 0) app.services.google = googleTokenReader({ clientId, issuer, jwksUrl: nowhere })
    else keyAnswer = () => ({ status, body })
    try {
      for (let i = 0; i < 3; i++) {
        const answer = await signIn(await sign())
        expect(answer.status).toBe(503)
        expect(answer.headers.get('retry-after')).toBe('2')
      }
    } finally {
      keyAnswer = keys
    }
  })
})
