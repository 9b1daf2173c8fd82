import { describe, expect } from 'vitest'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import { timeStepOfCode } from '#functions/security/authenticator-codes.ts'
import * as auth from '#shared/api/auth.ts'
import * as factors from '#shared/api/factors.ts'
import { addAuthenticator, codeOf, passFirstSignInStep } from '#tests/support/authenticator-app.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { aGoogleToken } from '#tests/support/google.ts'
import { app, person, pharmacy, personTest as test } from '#tests/support/product-test.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { password } from '#tests/support/sign-up.ts'
import { addPasskey, passkeyProof, softwareAuthenticator } from '#tests/support/software-authenticator.ts'
import type { Person } from '#tests/support/test-app.ts'

let other: Person
test.beforeEach(async () => {
  other = await app.join(pharmacy.tenant)
  await resetRateLimits(app, 'login-place', '127.0.0.1')
})

const second = (mfa_token: string, code: string) => app.call(factors.passSecondStep, { body: { mfa_token, code } })
const read = async (as: Person) => (await app.call(factors.readFactors, { as })).body
const invalid = { status: 401, body: { detail: 'Invalid code' } }

/** The test vectors of RFC 6238, appendix B, for SHA-1. The last six of their eight digits are what apps show. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at second %i is %s', async (second, code) => {
  const now = new Date(second * 1000)
  expect(await timeStepOfCode(rfcSecret, code, { now })).toBe(Math.floor(second / 30))
  expect(
    await timeStepOfCode(
      rfcSecret,
      code.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      { now },
    ),
  ).toBeUndefined()
})

describe('an authenticator app', () => {
  test('takes effect once a code confirms it, and comes with ten recovery codes', async () => {
    const { body } = await app.call(factors.beginTotp, { as: person })
    expect(body.uri).toContain(`secret=${body.secret}`)
    expect(await read(person)).toMatchObject({ totp: false, recovery_codes_left: 0, passkeys: [] })
    // The last code is six UTF-16 units long but has more bytes.
    for (const code of ['000000', 'abcd-efgh', '\u{10000}\u{10000}\u{10000}'])
      expect(await app.call(factors.confirmTotp, { as: person, body: { code } })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'code'], msg: 'Invalid code' }] },
      })
    const confirmed = await app.call(factors.confirmTotp, { as: person, body: { code: codeOf(app, body.secret) } })
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10)
    expect(await read(person)).toMatchObject({ totp: true, recovery_codes_left: 10, passkeys: [] })
    expect((await app.call(factors.beginTotp, { as: person })).status).toBe(409)
  })

  test('has its secret encrypted in the table', async () => {
    const { secret, recoveryCodes } = await addAuthenticator(app, person)
    const stored = JSON.stringify(await app.table.get(unscopedKeys.credentials(person.user.account_id ?? '')))
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text)
  })

  test('is required after the password, and the session starts only with its code', async () => {
    const { secret } = await addAuthenticator(app, person)
    const first = await app.call(auth.login, { body: { email: person.user.email, password } })
    expect(first.body).toEqual({ mfa_token: expect.any(String), methods: ['totp', 'recovery'] })
    const { status, body } = await second(first.body.mfa_token, codeOf(app, secret, 1))
    expect([status, body.user.id]).toEqual([200, person.user.id])
    expect((await app.call(auth.me, { as: body.access_token })).status).toBe(200)
  })

  test('is also required after Google', async () => {
    const { secret } = await addAuthenticator(app, person)
    const first = await app.call(auth.googleAuth, { body: { token: aGoogleToken(person.user) } })
    expect(first.body).toEqual({ mfa_token: expect.any(String), methods: ['totp', 'recovery'] })
    expect(await second(first.body.mfa_token, codeOf(app, secret, 1))).toMatchObject({ status: 200 })
  })

  test.each([
    ['one step late', -1, 200],
    ['one step early', 1, 200],
    ['two steps late', -2, 401],
    ['two steps early', 2, 401],
  ])('is accepted or not with its code %s', async (_, steps, status) => {
    const { secret } = await addAuthenticator(app, person)
    passSeconds(app, 5 * seconds.minute)
    expect((await second(await passFirstSignInStep(app, person), codeOf(app, secret, steps))).status).toBe(status)
  })

  test('accepts each code once, even if two requests are concurrent', async () => {
    const { secret } = await addAuthenticator(app, person)
    passSeconds(app, seconds.minute)
    const code = codeOf(app, secret)
    const tokens = await Promise.all([passFirstSignInStep(app, person), passFirstSignInStep(app, person)])
    const answers = await Promise.all(tokens.map((token) => second(token, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await second(await passFirstSignInStep(app, person), code)).toMatchObject(invalid)
  })

  test('is no longer required after its removal', async () => {
    await addAuthenticator(app, person)
    expect((await app.call(factors.removeTotp, { as: person })).status).toBe(204)
    expect((await app.call(factors.removeTotp, { as: person })).status).toBe(409)
    const { body } = await app.call(auth.login, { body: { email: person.user.email, password } })
    expect(body.access_token).toEqual(expect.any(String))
  })
})

describe('a recovery code', () => {
  test('signs in once, however it is typed', async () => {
    const { recoveryCodes } = await addAuthenticator(app, person)
    const code = ` ${recoveryCodes[3]?.toUpperCase().replaceAll('-', ' ')} `
    expect((await second(await passFirstSignInStep(app, person), code)).status).toBe(200)
    expect(await second(await passFirstSignInStep(app, person), code)).toMatchObject(invalid)
    expect((await read(person)).recovery_codes_left).toBe(9)
  })
})

describe('wrong codes', () => {
  test('invalidate the sign-in’s token after five attempts', async () => {
    const { secret } = await addAuthenticator(app, person)
    const token = await passFirstSignInStep(app, person)
    for (let i = 0; i < 5; i++) expect(await second(token, '000000')).toMatchObject(invalid)
    expect(await second(token, codeOf(app, secret, 1))).toMatchObject({
      status: 401,
      body: { detail: 'Please sign in again' },
    })
    expect((await second(await passFirstSignInStep(app, person), codeOf(app, secret, 1))).status).toBe(200)
  })

  test('block every code of an account after ten in an hour', async () => {
    const { secret } = await addAuthenticator(app, person)
    for (let round = 0; round < 2; round++) {
      const token = await passFirstSignInStep(app, person)
      for (let i = 0; i < 5; i++) await second(token, '000000')
    }
    expect((await second(await passFirstSignInStep(app, person), codeOf(app, secret, 1))).status).toBe(429)
    passSeconds(app, seconds.hour + 1)
    expect((await second(await passFirstSignInStep(app, person), codeOf(app, secret))).status).toBe(200)
  })

  test('of someone who knows the password no longer block its owner after a reset', async () => {
    const { secret } = await addAuthenticator(app, person)
    for (let round = 0; round < 2; round++) {
      const token = await passFirstSignInStep(app, person)
      for (let i = 0; i < 5; i++) await second(token, '000000')
    }
    const token = await app.link(person.user, 'reset')
    const body = { token, new_password: password, confirm_password: password }
    expect((await app.call(auth.resetPassword, { body })).status).toBe(200)
    expect((await second(await passFirstSignInStep(app, person), codeOf(app, secret, 1))).status).toBe(200)
  })

  test('of an identity confirmation count for the session only, even if concurrent', async () => {
    const { secret } = await addAuthenticator(app, person)
    const confirm = (code: string, as = person) => app.call(factors.confirmIdentity, { as, body: { code } })
    const wrong = codeOf(app, secret, 20)
    const answers = await Promise.all(Array.from({ length: 15 }, () => confirm(wrong)))
    const ofStatus = (searched: number) => answers.filter(({ status }) => status === searched).length
    expect([ofStatus(422) <= 5, ofStatus(422) + ofStatus(429) + ofStatus(503)]).toEqual([true, 15])
    expect((await confirm(codeOf(app, secret, 1))).status).toBe(429)
    expect((await second(await passFirstSignInStep(app, person), codeOf(app, secret, 1))).status).toBe(200)
  })

  test('of one session, however many, keep no other session of the account from a confirmation', async () => {
    const { secret } = await addAuthenticator(app, person)
    const own = await app.signIn(person.user)
    const confirm = (code: string, as: Person) => app.call(factors.confirmIdentity, { as, body: { code } })
    const wrong = codeOf(app, secret, 20)
    for (let i = 0; i < 55; i++) await confirm(wrong, person)
    expect((await confirm(codeOf(app, secret, 1), own)).status).toBe(200)
  })

  test('of many sessions stop confirmations only until the owner resets the password', async () => {
    const { secret } = await addAuthenticator(app, person)
    const confirm = (code: string, as: Person) => app.call(factors.confirmIdentity, { as, body: { code } })
    for (let i = 0; i < 51; i++) await confirm(codeOf(app, secret, 20), await app.signIn(person.user))
    expect((await confirm(codeOf(app, secret, 1), await app.signIn(person.user))).status).toBe(429)
    const token = await app.link(person.user, 'reset')
    const body = { token, new_password: password, confirm_password: password }
    expect((await app.call(auth.resetPassword, { body })).status).toBe(200)
    expect((await confirm(codeOf(app, secret, 1), await app.signIn(person.user))).status).toBe(200)
  })

  test('are not counted for a token that is made up, expired or used', async () => {
    const { secret, recoveryCodes } = await addAuthenticator(app, person)
    const refused = { status: 401, body: { detail: 'Please sign in again' } }
    expect(await second('k1.9999999999.x.y.z', codeOf(app, secret, 1))).toMatchObject(refused)
    const old = await passFirstSignInStep(app, person)
    passSeconds(app, 601)
    expect(await second(old, codeOf(app, secret))).toMatchObject(refused)
    const used = await passFirstSignInStep(app, person)
    expect((await second(used, codeOf(app, secret))).status).toBe(200)
    expect(await second(used, recoveryCodes[0] ?? '')).toMatchObject(refused)
  })
})

describe('a passkey', () => {
  const signIn = (passkey: unknown) => app.call(factors.signInWithPasskey, { body: { passkey } })

  test('is not reported as wrong if the keys cannot be read', async () => {
    const proof = await passkeyProof(app, await addPasskey(app, person))
    const { keys } = app.services
    const find = () => Promise.reject(new Error('Secrets Manager does not answer'))
    app.services.keys = { ...keys, find }
    expect((await signIn(proof)).status).toBe(500)
    app.services.keys = keys
    expect((await signIn(proof)).status).toBe(200)
  })

  test('signs in alone and counts as a second step', async () => {
    const passkey = await addPasskey(app, person, 'My phone')
    expect((await read(person)).passkeys).toEqual([
      { id: passkey.id, name: 'My phone', created_at: app.clock.now.toISOString(), last_used_at: null },
    ])
    expect(await signIn(await passkeyProof(app, passkey))).toMatchObject({
      status: 200,
      body: { user: { id: person.user.id } },
    })
    expect((await read(person)).passkeys[0].last_used_at).toBe(app.clock.now.toISOString())
    const proof = await passkeyProof(app, passkey)
    const mfa_token = await passFirstSignInStep(app, person)
    expect((await app.call(factors.passSecondStep, { body: { mfa_token, passkey: proof } })).status).toBe(200)
  })

  test('answers a challenge once, in time, for this origin and only with user verification', async () => {
    const passkey = await addPasskey(app, person)
    const { device, accountId } = passkey
    const challenge = async () => (await app.call(factors.readPasskeyChallenge)).body
    const proof = await passkeyProof(app, passkey)
    expect((await signIn(proof)).status).toBe(200)
    expect((await signIn(proof)).status).toBe(401)
    expect((await signIn(device.sign(await challenge(), { accountId, verifies: false }))).status).toBe(401)
    expect((await signIn(device.sign(await challenge(), { accountId, origin: 'https://evil.example' }))).status).toBe(
      401,
    )
    expect((await signIn(device.sign(await challenge(), { accountId: other.user.account_id ?? '' }))).status).toBe(401)
    const old = await passkeyProof(app, passkey)
    passSeconds(app, 301)
    expect((await signIn(old)).status).toBe(401)
  })

  test('is created for the account that requested it, and once for each challenge', async () => {
    const { body: options } = await app.call(factors.readPasskeyOptions, { as: person })
    const add = (as: Person, response: unknown) => app.call(factors.addPasskey, { as, body: { name: 'A', response } })
    const response = softwareAuthenticator(app).register(options)
    expect((await add(other, response)).status).toBe(422)
    expect((await add(person, softwareAuthenticator(app).register(options, { verifies: false }))).status).toBe(422)
    expect((await add(person, response)).status).toBe(201)
    expect((await add(person, response)).status).toBe(422)
  })

  test('can no longer sign in once removed', async () => {
    const passkey = await addPasskey(app, person)
    expect((await app.call(factors.removePasskey, { as: person, params: { id: passkey.id } })).status).toBe(204)
    expect((await signIn(await passkeyProof(app, passkey))).status).toBe(401)
  })
})
