import { describe, expect, vi } from 'vitest'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import type { Write } from '#functions/data/writes.ts'
import * as auth from '#shared/api/auth.ts'
import * as factors from '#shared/api/factors.ts'
import { changePassword } from '#shared/api/sessions.ts'
import { addAuthenticator } from '#tests/support/authenticator-app.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { aGoogleToken } from '#tests/support/google.ts'
import { mailsOf, newestToken } from '#tests/support/mailbox.ts'
import { app, person, pharmacy, personTest as test } from '#tests/support/product-test.ts'
import { password } from '#tests/support/sign-up.ts'
import { addPasskey } from '#tests/support/software-authenticator.ts'
import type { Person } from '#tests/support/test-app.ts'

const chosen = { new_password: 'Quiet-Harbor-31', confirm_password: 'Quiet-Harbor-31' }

/** Sends the waiting emails, and returns the token in the newest one to a person. */
async function mailedToken({ user: { email } }: Person) {
  await app.sendMails()
  return newestToken(app, email)
}
const notMe = (token: string) => app.call(auth.notMe, { body: { token } })
const credentials = ({ user }: Person) => app.table.get(unscopedKeys.credentials(user.account_id ?? ''))

describe('`This wasn’t me` undoes', () => {
  test('a passkey that was added, and no other', async () => {
    const { id } = await addPasskey(app, person, 'Mine')
    await app.sendMails()
    await addPasskey(app, person, 'A thief’s')
    expect(await notMe(await mailedToken(person))).toMatchObject({ status: 200 })
    expect((await credentials(person))?.passkeys?.map((passkey) => passkey.id)).toEqual([id])
  })

  test('an added authenticator app and its recovery codes', async () => {
    await addAuthenticator(app, person)
    await notMe(await mailedToken(person))
    const left = await credentials(person)
    expect([left?.totp, left?.recovery_hashes]).toEqual([undefined, undefined])
    const account = await app.table.get(unscopedKeys.account(person.user.account_id ?? ''))
    expect(account?.second_step).toEqual([])
  })

  test('new recovery codes', async () => {
    await addAuthenticator(app, person)
    await app.sendMails()
    await app.call(factors.renewRecoveryCodes, { as: person })
    await notMe(await mailedToken(person))
    const left = await credentials(person)
    expect([left?.totp !== undefined, left?.recovery_hashes]).toEqual([true, undefined])
  })

  test('a changed password, which no longer works', async () => {
    await app.call(changePassword, { as: person, body: { current_password: password, ...chosen } })
    await notMe(await mailedToken(person))
    const body = { email: person.user.email, password: chosen.new_password }
    expect(await app.call(auth.login, { body })).toMatchObject({ status: 401 })
  })

  test('a connected Google account, which another user may then connect', async () => {
    await app.call(auth.connectGoogle, { as: person, body: { token: aGoogleToken(person.user) } })
    const token = await mailedToken(person)
    const { google_sub = '' } = (await credentials(person)) ?? {}
    await notMe(token)
    expect((await credentials(person))?.google_sub).toBeUndefined()
    expect(await app.table.get(unscopedKeys.google(google_sub))).toBeUndefined()
  })

  test('no Google account that the owner connects concurrently', async () => {
    const { email } = person.user
    const connect = (sub: string) =>
      app.call(auth.connectGoogle, { as: person, body: { token: aGoogleToken({ email, sub }) } })
    await connect('a thief’s')
    const token = await mailedToken(person)
    const { table } = app.services
    const write = table.write.bind(table)
    const spy = vi.spyOn(table, 'write').mockImplementationOnce(async (...writes: readonly Write[]) => {
      expect(await connect('mine')).toMatchObject({ status: 204 })
      return write(...writes)
    })
    expect(await notMe(token)).toMatchObject({ status: 200 })
    spy.mockRestore()
    const { google_sub = '' } = (await credentials(person)) ?? {}
    expect(google_sub).toContain('mine')
    expect(await app.table.get(unscopedKeys.google(google_sub))).toEqual({ account_id: person.user.account_id })
  })

  test('nothing that was chosen since', async () => {
    await app.call(changePassword, { as: person, body: { current_password: password, ...chosen } })
    const token = await mailedToken(person)
    passSeconds(app, 1)
    const again = { new_password: 'Calm-Harbor-32', confirm_password: 'Calm-Harbor-32' }
    await app.call(changePassword, { as: person, body: { current_password: chosen.new_password, ...again } })
    expect(await notMe(token)).toMatchObject({ status: 200 })
    const body = { email: person.user.email, password: again.new_password }
    expect(await app.call(auth.login, { body })).toMatchObject({ status: 200 })
  })
})

test('it ends every session and device token and emails a password reset link', async () => {
  const body = { email: person.user.email, password }
  const { access_token, device_token } = (await app.call(auth.login, { body })).body
  await addPasskey(app, person)
  const epoch = async () =>
    (await app.table.get(unscopedKeys.account(person.user.account_id ?? '')))?.session_epoch ?? 0
  const before = await epoch()
  await notMe(await mailedToken(person))
  for (const as of [access_token, person.token]) expect(await app.call(auth.me, { as })).toMatchObject({ status: 401 })
  // The raised epoch of the account makes the device tokens from before invalid.
  expect([device_token, await epoch()]).toEqual([expect.any(String), before + 1])
  const token = await mailedToken(person)
  expect((await mailsOf(app, person.user.email)).at(-1)?.subject).toBe('Reset your password')
  expect(await app.call(auth.resetPassword, { body: { token, ...chosen } })).toMatchObject({ status: 200 })
})

test('its link is signed and works once, for seven days', async () => {
  const unusable = { status: 400, body: { detail: expect.stringContaining('already been used or has expired') } }
  await addPasskey(app, person)
  const token = await mailedToken(person)
  expect(await notMe(`${token}x`)).toMatchObject(unusable)
  const answers = await Promise.all([notMe(token), notMe(token)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  await addPasskey(app, await app.signIn(person.user))
  const late = await mailedToken(person)
  passSeconds(app, 7 * seconds.day)
  expect(await notMe(late)).toMatchObject(unusable)
})

test('its event and those of the changes are logged in each of the account’s organizations', async () => {
  const elsewhere = await app.createPharmacy()
  await app.joinAlso(person, elsewhere.tenant)
  const from = app.clock.now.toISOString()
  await addPasskey(app, person, 'A thief’s')
  passSeconds(app, 1)
  await notMe(await mailedToken(person))
  const { keysOf } = await import('#functions/data/table-keys.ts')
  for (const { tenant } of [pharmacy, elsewhere]) {
    const events = await app.table.queryAll(keysOf(tenant.id).allEvents, { from })
    const byPerson = events.filter(({ actor }) => actor.email === person.user.email)
    expect(byPerson.map(({ action, changes }) => [action, changes?.[0]])).toEqual([
      ['account.factor_added', { field: 'passkey', from: null, to: 'A thief’s' }],
      ['account.not_me', expect.objectContaining({ field: 'passkey_added' })],
    ])
    expect(byPerson[0]?.subject).toMatchObject({ type: 'user', id: byPerson[0]?.actor.id })
  }
})

test('with SES down, the change is made and its email is sent later', async () => {
  const { mailer } = app.services
  app.services.mailer = { send: () => Promise.reject(new Error('SES does not answer')) }
  await addPasskey(app, person)
  await app.sendMails()
  expect(await mailsOf(app, person.user.email)).toEqual([])
  app.services.mailer = mailer
  passSeconds(app, seconds.hour)
  await app.sendMails()
  expect((await mailsOf(app, person.user.email)).map(({ subject }) => subject)).toEqual(['A passkey was added'])
})
