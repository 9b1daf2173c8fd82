import { describe, expect } from 'vitest'
import * as auth from '#shared/api/auth.ts'
import * as factors from '#shared/api/factors.ts'
import { changePassword } from '#shared/api/sessions.ts'
import * as users from '#shared/api/users.ts'
import { addAuthenticator } from '#tests/support/authenticator-app.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { aGoogleToken } from '#tests/support/google.ts'
import { mailsOf, newestToken } from '#tests/support/mailbox.ts'
import { app, person, personTest as test } from '#tests/support/product-test.ts'
import { password } from '#tests/support/sign-up.ts'
import { addPasskey } from '#tests/support/software-authenticator.ts'
import type { Person } from '#tests/support/test-app.ts'

const chosen = { new_password: 'Quiet-Harbor-31', confirm_password: 'Quiet-Harbor-31' }

/** Runs the worker once, and returns the subjects of all emails to a person. */
async function subjectsTo({ user: { email } }: Person): Promise<string[]> {
  await app.sendMails()
  return (await mailsOf(app, email)).map(({ subject }) => subject)
}

describe('the account’s owner is emailed', () => {
  test('when its password is changed', async () => {
    await app.call(changePassword, { as: person, body: { current_password: password, ...chosen } })
    expect(await subjectsTo(person)).toEqual(['Your password was changed'])
  })

  test('when its password is reset', async () => {
    await app.call(auth.requestPasswordReset, { body: { email: person.user.email } })
    await app.sendMails()
    const token = await newestToken(app, person.user.email)
    expect(await app.call(auth.resetPassword, { body: { token, ...chosen } })).toMatchObject({ status: 200 })
    expect((await subjectsTo(person)).at(-1)).toBe('Your password was reset')
  })

  test('when an authenticator app is added or removed', async () => {
    await addAuthenticator(app, person)
    expect(await subjectsTo(person)).toEqual(['Two-step sign-in is on'])
    await app.call(factors.removeTotp, { as: person })
    expect((await subjectsTo(person)).at(-1)).toBe('The authenticator app was removed')
  })

  test('when new recovery codes are created', async () => {
    await addAuthenticator(app, person)
    await app.sendMails()
    await app.call(factors.renewRecoveryCodes, { as: person })
    expect((await subjectsTo(person)).at(-1)).toBe('New recovery codes were created')
  })

  test('when a passkey is added or removed', async () => {
    const { id } = await addPasskey(app, person)
    expect(await subjectsTo(person)).toEqual(['A passkey was added'])
    await app.call(factors.removePasskey, { as: person, params: { id } })
    expect((await subjectsTo(person)).at(-1)).toBe('A passkey was removed')
  })

  test('when Google is connected, but not if it was already connected', async () => {
    for (let i = 0; i < 2; i++) {
      await app.call(auth.connectGoogle, { as: person, body: { token: aGoogleToken(person.user) } })
      passSeconds(app, 1)
    }
    expect(await subjectsTo(person)).toEqual(['A Google account was connected'])
  })

  test('by name, with a link to the page that undoes the change', async () => {
    await app.call(changePassword, { as: person, body: { current_password: password, ...chosen } })
    await app.sendMails()
    const [mail] = await mailsOf(app, person.user.email)
    expect(mail?.body.text).toContain(person.user.full_name)
    expect(mail?.body.text).toContain('/not-me?token=')
    expect(mail?.body.text).toContain('If this was you, you don’t need to do anything.')
  })

  test('once, even if the worker runs several times', async () => {
    await addPasskey(app, person)
    await Promise.all([app.sendMails(), app.sendMails()])
    passSeconds(app, 120)
    expect(await subjectsTo(person)).toHaveLength(1)
  })
})

test('refused changes send no email', async () => {
  await app.call(changePassword, { as: person, body: { current_password: 'wrong', ...chosen } })
  await app.call(factors.beginTotp, { as: person })
  await app.call(factors.confirmTotp, { as: person, body: { code: '000000' } })
  expect(await subjectsTo(person)).toEqual([])
})

describe('the other administrators are emailed', () => {
  const news = 'New administrator for Corner Pharmacy'

  test('when a user becomes an administrator', async () => {
    const { admin, pharmacist, driver, tenant } = await app.createPharmacy()
    const other = await app.join(tenant, { is_tenant_admin: true })
    const params = { id: driver.user.id }
    await app.call(users.updateUser, { as: admin, params, body: { is_tenant_admin: true } })
    await app.sendMails()
    expect(await subjectsTo(other)).toEqual([news])
    expect(await subjectsTo(admin)).toEqual([news])
    expect(await subjectsTo(driver)).toEqual([])
    expect(await subjectsTo(pharmacist)).toEqual([])
  })

  test('when a user is invited as an administrator, and again when the user joins', async () => {
    const { admin } = await app.createPharmacy()
    const email = 'invited.administrator@example.com'
    const body = { full_name: 'Ida Invited', email, is_tenant_admin: true }
    await app.call(users.createUser, { as: admin, body })
    await app.sendMails()
    expect(await subjectsTo(admin)).toEqual([news])
    const token = await newestToken(app, email)
    const accepted = { token, password: chosen.new_password, confirm_password: chosen.new_password }
    expect(await app.call(auth.acceptInvitation, { body: accepted })).toMatchObject({ status: 200 })
    await app.sendMails()
    expect(await subjectsTo(admin)).toEqual([news, news])
  })
})
