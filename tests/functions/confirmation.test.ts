import { describe, expect, vi } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { remove, type Write } from '#functions/data/writes.ts'
import { newPasskeyChallenge, relyingPartyId } from '#functions/security/passkeys.ts'
import * as auth from '#shared/api/auth.ts'
import * as factors from '#shared/api/factors.ts'
import { changePassword } from '#shared/api/sessions.ts'
import { addAuthenticator, codeOf } from '#tests/support/authenticator-app.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { aGoogleToken } from '#tests/support/google.ts'
import { app, passwordHash, person, pharmacy, personTest as test } from '#tests/support/product-test.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { password } from '#tests/support/sign-up.ts'
import { addPasskey, passkeyProof, softwareAuthenticator } from '#tests/support/software-authenticator.ts'
import type { Person } from '#tests/support/test-app.ts'

test.beforeEach(() => resetRateLimits(app, 'login-place', '127.0.0.1'))

const notConfirmed = { status: 403, body: { detail: 'Confirm that it is you' } }
const confirm = (as: Person, body: object) => app.call(factors.confirmIdentity, { as, body })
const confirmed = async (as: Person, body: object) => ({
  'x-confirmation': String((await confirm(as, body)).body.confirmation),
})
/** Adds a passkey by a challenge that the test makes itself, because a call that asks for a challenge would need a confirmation. */
const addWith = async (as: Person, headers: Record<string, string> = {}) => {
  const challenge = await newPasskeyChallenge(app.services, as.user.account_id ?? '')
  const options = { challenge, rp_id: relyingPartyId(app.services) }
  const response = softwareAuthenticator(app).register(options)
  return app.call(factors.addPasskey, { as, body: { name: 'A phone', response }, headers })
}
const laterThanSignIn = () => passSeconds(app, 5 * seconds.minute)

test('an attacker with an open session cannot add a passkey', async () => {
  laterThanSignIn()
  expect(await addWith(person)).toMatchObject(notConfirmed)
  const { body } = await app.call(factors.readFactors, { as: person })
  expect(body).toMatchObject({ totp: false, passkeys: [] })
  for (const begins of [factors.beginTotp, factors.readPasskeyOptions])
    expect(await app.call(begins, { as: person })).toMatchObject(notConfirmed)
  expect(await app.call(factors.confirmTotp, { as: person, body: { code: '123456' } })).toMatchObject(notConfirmed)
  expect(await app.call(auth.connectGoogle, { as: person, body: { token: aGoogleToken(person.user) } })).toMatchObject(
    notConfirmed,
  )
})

test('users who signed in within the last five minutes are not asked to confirm', async () => {
  passSeconds(app, 5 * seconds.minute - 1)
  expect(await addWith(person)).toMatchObject({ status: 201 })
})

describe('an identity confirmation', () => {
  test('by password covers every call of its session for five minutes', async () => {
    laterThanSignIn()
    const headers = await confirmed(person, { password })
    expect(await addWith(person, headers)).toMatchObject({ status: 201 })
    passSeconds(app, 5 * seconds.minute - 1)
    expect(await addWith(person, headers)).toMatchObject({ status: 201 })
    passSeconds(app, 1)
    expect(await addWith(person, headers)).toMatchObject(notConfirmed)
  })

  test('from another session, or made up, is rejected', async () => {
    const other = await app.signIn(person.user)
    const stranger = await app.join(pharmacy.tenant, { password_hash: await passwordHash() })
    laterThanSignIn()
    for (const headers of [await confirmed(other, { password }), await confirmed(stranger, { password })])
      expect(await addWith(person, headers)).toMatchObject(notConfirmed)
    expect(await addWith(person, { 'x-confirmation': 'made.up' })).toMatchObject(notConfirmed)
  })

  test('with a wrong password counts as a failed sign-in', async () => {
    for (let i = 0; i < 5; i++)
      expect(await confirm(person, { password: 'wrong' })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'password'], msg: 'Wrong password' }] },
      })
    expect(await confirm(person, { password })).toMatchObject({ status: 429 })
  })

  test('is refused after five wrong proofs, of whatever kind, in the same session only', async () => {
    const { secret } = await addAuthenticator(app, person)
    const other = await app.signIn(person.user)
    for (let i = 0; i < 5; i++)
      expect(await confirm(person, { code: '000000' })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'code'], msg: 'Invalid code' }] },
      })
    const { status, headers } = await confirm(person, { code: codeOf(app, secret, 1) })
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, 900])
    expect(await confirm(other, { code: codeOf(app, secret, 1) })).toMatchObject({ status: 200 })
  })

  test('that is refused keeps no one from signing in', async () => {
    for (let i = 0; i < 11; i++) await confirm(person, { password: 'wrong' })
    const body = { current_password: 'wrong', new_password: 'Quiet-Harbor-31', confirm_password: 'Quiet-Harbor-31' }
    expect(await app.call(changePassword, { as: person, body })).toMatchObject({ status: 429 })
    expect(await app.call(auth.login, { body: { email: person.user.email, password } })).toMatchObject({ status: 200 })
  })

  test('by a user who is removed concurrently gets 503 instead of 500', async () => {
    const { secret } = await addAuthenticator(app, person)
    passSeconds(app, 30)
    const { table } = app.services
    const write = table.write.bind(table)
    const spy = vi.spyOn(table, 'write').mockImplementation(async (...writes: readonly Write[]) => {
      if (writes.some(({ effect }) => effect === 'check')) await app.table.write(remove(userKey))
      return write(...writes)
    })
    const userKey = keysOf(pharmacy.tenant.id).user(person.user.id)
    expect(await confirm(person, { code: codeOf(app, secret) })).toMatchObject({ status: 503 })
    spy.mockRestore()
  })

  test('accepts each code, passkey response and Google token only once', async () => {
    await app.call(auth.connectGoogle, { as: person, body: { token: aGoogleToken(person.user) } })
    passSeconds(app, 1)
    const google = aGoogleToken(person.user)
    expect(await confirm(person, { google })).toMatchObject({ status: 200 })
    expect(await confirm(person, { google })).toMatchObject({ status: 422 })
    const { recoveryCodes } = await addAuthenticator(app, person)
    const code = recoveryCodes[0]
    expect(await confirm(person, { code })).toMatchObject({ status: 200 })
    expect(await confirm(person, { code })).toMatchObject({ status: 422 })
    const passkey = await passkeyProof(app, await addPasskey(app, person))
    expect(await confirm(person, { passkey })).toMatchObject({ status: 200 })
    expect(await confirm(person, { passkey })).toMatchObject({ status: 422 })
  })

  test('cannot use the password or Google alone if the account has a second step', async () => {
    await app.call(auth.connectGoogle, { as: person, body: { token: aGoogleToken(person.user) } })
    await addPasskey(app, person)
    passSeconds(app, 1)
    for (const proof of [{ password }, { google: aGoogleToken(person.user) }]) {
      const { status, body } = await confirm(person, proof)
      expect([status, body.detail[0].loc]).toEqual([422, ['body', Object.keys(proof)[0]]])
    }
  })

  test('rejects another Google account and another user’s passkey', async () => {
    const other = await app.join(pharmacy.tenant)
    expect(await confirm(person, { google: aGoogleToken(person.user) })).toMatchObject({ status: 422 })
    const passkey = await passkeyProof(app, await addPasskey(app, other))
    expect(await confirm(person, { passkey })).toMatchObject({ status: 422 })
  })
})

test('the authenticator app and the last recovery code can be removed without a code', async () => {
  const { recoveryCodes } = await addAuthenticator(app, person)
  laterThanSignIn()
  const headers = await confirmed(person, { code: recoveryCodes[0] })
  expect(await app.call(factors.removeTotp, { as: person, headers })).toMatchObject({ status: 204 })
  const { body } = await app.call(factors.readFactors, { as: person })
  expect(body).toMatchObject({ totp: false, recovery_codes_left: 0 })
})

test('old recovery codes no longer work when new ones are created', async () => {
  const { recoveryCodes } = await addAuthenticator(app, person)
  const { status, body } = await app.call(factors.renewRecoveryCodes, { as: person })
  expect([status, new Set(body.recovery_codes).size]).toEqual([200, 10])
  expect(await confirm(person, { code: recoveryCodes[0] })).toMatchObject({ status: 422 })
  expect(await confirm(person, { code: body.recovery_codes[0] })).toMatchObject({ status: 200 })
})

test('adding the first second step ends the other sessions, and adding another does not', async () => {
  const other = await app.signIn(person.user)
  await addAuthenticator(app, person)
  expect(await app.call(auth.me, { as: other })).toMatchObject({ status: 401 })
  expect(await app.call(auth.me, { as: person })).toMatchObject({ status: 200 })
  const next = await app.signIn(person.user)
  await addPasskey(app, person)
  expect(await app.call(auth.me, { as: next })).toMatchObject({ status: 200 })
})
