import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import { letterWrite } from '#functions/mail/outbox.ts'
import * as apiKeys from '#shared/api/api-keys.ts'
import * as auth from '#shared/api/auth.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as factors from '#shared/api/factors.ts'
import * as organisationExports from '#shared/api/organisation-exports.ts'
import * as sessions from '#shared/api/sessions.ts'
import * as settings from '#shared/api/settings.ts'
import * as users from '#shared/api/users.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { keyForm } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { linkIn, mailsOf, newestToken } from '#tests/support/mailbox.ts'
import { app, passwordHash, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import { password } from '#tests/support/sign-up.ts'
import { storeReadyExport } from '#tests/support/store-ready-export.ts'
import type { Person } from '#tests/support/test-app.ts'

const notConfirmed = { status: 403, body: { detail: 'Confirm that it is you' } }
const anAdmin = async (full_name: string) =>
  app.join(pharmacy.tenant, { is_tenant_admin: true, full_name, password_hash: await passwordHash() })
const thief = { full_name: 'Theo Thief', email: 'thief@elsewhere.example' }
const chosen = { password: 'Quiet-Harbor-31', confirm_password: 'Quiet-Harbor-31' }

/** The newest mail to a person with this subject. */
async function mailTo({ user }: Person, subject: string) {
  // One run makes a copy for each administrator, and the next sends those that fell behind it.
  await app.sendMails()
  await app.sendMails()
  return (await mailsOf(app, user.email)).filter((mail) => mail.subject === subject).at(-1)
}
const keyMail = 'An API key for Corner Pharmacy was created'
const administratorMail = 'New administrator for Corner Pharmacy'
const keysNow = () => app.table.queryAll(keysOf(pharmacy.tenant.id).apiKeys)

test('a thief with an administrator’s open session ends at the first step', async () => {
  const { admin, driver } = pharmacy
  const other = await anAdmin('Olga Other')
  const exported = await storeReadyExport(app, pharmacy.tenant.id)
  const { id: key } = (await app.call(apiKeys.createApiKey, { as: admin, body: keyForm(app.clock.now) })).body
  await app.call(settings.updateSettings, { as: admin, body: { staff_see_all: false, require_mfa: 'off' } })
  passSeconds(app, 5 * seconds.minute)
  const steps: [Entry, { params?: Record<string, string>; body?: object }][] = [
    [apiKeys.createApiKey, { body: keyForm(app.clock.now) }],
    [apiKeys.rotateApiKey, { params: { id: key } }],
    [users.createUser, { body: { ...thief, is_tenant_admin: true } }],
    [users.updateUser, { params: { id: driver.user.id }, body: { is_tenant_admin: true } }],
    [users.updateUser, { params: { id: other.user.id }, body: { is_tenant_admin: false } }],
    [users.updateUser, { params: { id: other.user.id }, body: { is_active: false } }],
    [users.deleteUser, { params: { id: other.user.id } }],
    [factors.resetFactors, { params: { id: other.user.id } }],
    [organisationExports.startExport, {}],
    [organisationExports.createExportLink, { params: { id: exported } }],
    [settings.updateSettings, { body: { idle_minutes: 0 } }],
    [settings.updateSettings, { body: { idle_minutes: 31 } }],
    [settings.updateSettings, { body: { staff_see_all: true } }],
    [sessions.endOtherSessions, {}],
  ]
  for (const [entry, request] of steps)
    expect([entry.path, request, await app.call(entry, { as: admin, ...request })]).toMatchObject([
      entry.path,
      request,
      notConfirmed,
    ])
})

test('everyday work needs no confirmation', async () => {
  const { admin, driver } = pharmacy
  passSeconds(app, 5 * seconds.minute)
  const params = { id: driver.user.id }
  for (const [entry, request] of [
    [users.createUser, { body: { full_name: 'Nora New', email: 'nora@pharmacy.example' } }],
    [users.updateUser, { params, body: { full_name: 'Dora Rider' } }],
    [users.deleteUser, { params }],
    [settings.updateSettings, { body: { idle_minutes: 10, require_mfa: 'off', staff_see_all: false } }],
    [sessions.listSessions, {}],
  ] as const)
    expect((await app.call(entry, { as: admin, ...request })).status).toBe(entry.success)
})

test('a second step that fewer people must use needs a confirmation', async () => {
  passSeconds(app, 1)
  await app.call(settings.updateSettings, { as: pharmacy.admin, body: { require_mfa: 'administrators' } })
  passSeconds(app, 5 * seconds.minute)
  const body = { require_mfa: 'off' }
  // The administrator signed in before the requirement and may go on without a second step for a day.
  expect(await app.call(settings.updateSettings, { as: pharmacy.admin, body })).toMatchObject(notConfirmed)
})

describe('an API key', () => {
  test('ends within 366 days, and says on which day', async () => {
    const create = (ends_on: unknown) =>
      app.call(apiKeys.createApiKey, { as: pharmacy.admin, body: { ...keyForm(app.clock.now), ends_on } })
    const today = utcDate(app.clock.now)
    expect(await create(addDays(today, 366))).toMatchObject({ status: 201 })
    expect(await create(addDays(today, 367))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'ends_on'], msg: 'Choose a date in the next 366 days' }] },
    })
    for (const missing of ['', null, undefined]) expect(await create(missing)).toMatchObject({ status: 422 })
  })

  test('that is created or replaced is reported to every administrator, and only its creator can disown it', async () => {
    const { admin } = pharmacy
    const other = await anAdmin('Olga Other')
    const { id } = (await app.call(apiKeys.createApiKey, { as: admin, body: keyForm(app.clock.now) })).body
    const own = await mailTo(admin, keyMail)
    expect([linkIn(own).path, own?.body.text.includes('Ada Admin created the API key “Program”')]).toEqual([
      '/not-me',
      true,
    ])
    expect(linkIn(await mailTo(other, keyMail)).path).toBe('/admin/integrations')
    await app.call(apiKeys.rotateApiKey, { as: other, params: { id } })
    expect(linkIn(await mailTo(other, keyMail.replace('created', 'replaced'))).path).toBe('/not-me')
  })

  test('is announced once, two weeks before its end', async () => {
    const subject = 'An API key for Corner Pharmacy will expire soon'
    const body = keyForm(app.clock.now, { ends_on: addDays(utcDate(app.clock.now), 90) })
    await app.call(apiKeys.createApiKey, { as: pharmacy.admin, body })
    const keyMails = async () =>
      (await mailsOf(app, pharmacy.admin.user.email)).filter((mail) => mail.subject === subject)
    passSeconds(app, 75 * seconds.day)
    await app.sendMails()
    expect(await keyMails()).toEqual([])
    for (let day = 0; day < 3; day++) {
      passSeconds(app, seconds.day)
      await app.sendMails()
    }
    expect(await keyMails()).toHaveLength(1)
    expect((await keyMails())[0]?.body.text).toContain('Program')
  })

  test('that is created in a loop sends an administrator 20 emails a day, which hide neither a new administrator nor another organization’s key', async () => {
    const { admin } = pharmacy
    const elsewhere = await app.createPharmacy()
    const there = await app.joinAlso(admin, elsewhere.tenant)
    await app.table.write(update(keysOf(elsewhere.tenant.id).user(there.user.id), { set: { is_tenant_admin: true } }))
    const create = async (as: Person, name: string) =>
      (await app.call(apiKeys.createApiKey, { as, body: keyForm(app.clock.now, { name }) })).body.id
    for (let i = 0; i < 22; i++) {
      const id = await create(admin, `Loop ${i}`)
      await app.call(apiKeys.revokeApiKey, { as: admin, params: { id } })
    }
    await create(there, 'Elsewhere')
    await app.call(users.createUser, { as: admin, body: { ...thief, is_tenant_admin: true } })
    await app.sendAllMails()
    const mails = (await mailsOf(app, admin.user.email)).filter(({ subject }) => subject === keyMail)
    expect(mails.filter(({ body }) => body.text.includes('the API key “Loop'))).toHaveLength(20)
    expect(mails.filter(({ body }) => body.text.includes('the API key “Elsewhere'))).toHaveLength(1)
    expect((await mailTo(admin, administratorMail))?.body.text).toContain('Theo Thief')
    passSeconds(app, seconds.day)
    await create(await app.signIn(admin.user), 'Next day')
    expect((await mailTo(admin, keyMail))?.body.text).toContain('the API key “Next day')
  })

  test('is announced although its administrator already got the day’s 60 other emails', {
    tags: ['proof'],
  }, async () => {
    const { admin } = pharmacy
    const verified = () => letterWrite(app.services, 'verified', { tenant_id: pharmacy.tenant.id })
    await app.table.write(...Array.from({ length: 62 }, verified))
    for (let i = 0; i < 8; i++) await app.sendMails()
    await app.call(apiKeys.createApiKey, { as: admin, body: keyForm(app.clock.now) })
    expect(await mailTo(admin, keyMail)).toBeDefined()
    const subjects = (await mailsOf(app, admin.user.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Corner Pharmacy is verified')).toHaveLength(60)
  })

  test('that was revoked is not announced', async () => {
    const { admin } = pharmacy
    const { id } = (await app.call(apiKeys.createApiKey, { as: admin, body: keyForm(app.clock.now) })).body
    await app.call(apiKeys.revokeApiKey, { as: admin, params: { id } })
    passSeconds(app, 80 * seconds.day)
    expect(await mailTo(admin, 'An API key for Corner Pharmacy will expire soon')).toBeUndefined()
  })
})

describe('a new administrator', () => {
  test('is reported to every administrator at the invitation, including the one who invited', async () => {
    const { admin } = pharmacy
    const other = await anAdmin('Olga Other')
    await app.call(users.createUser, { as: admin, body: { ...thief, is_tenant_admin: true } })
    const own = await mailTo(admin, administratorMail)
    expect([linkIn(own).path, own?.body.text.includes('Theo Thief was added as an administrator')]).toEqual([
      '/not-me',
      true,
    ])
    expect(linkIn(await mailTo(other, administratorMail)).path).toBe('/admin/users')
  })

  test('is reported without a link to someone who is no longer an administrator', async () => {
    const { admin } = pharmacy
    const other = await anAdmin('Olga Other')
    await app.call(users.createUser, { as: admin, body: { ...thief, is_tenant_admin: true } })
    // The first run makes a copy for each administrator, and the second sends them.
    const spread = app.services.mailer.send
    app.services.mailer.send = () => Promise.reject(new Error('down'))
    await app.sendMails()
    app.services.mailer.send = spread
    await app.call(users.updateUser, { as: admin, params: { id: other.user.id }, body: { is_tenant_admin: false } })
    passSeconds(app, 5 * seconds.minute)
    const mail = await mailTo(other, administratorMail)
    expect(mail?.body.text).toContain('you’re no longer an administrator of Corner Pharmacy')
    expect(linkIn(mail).path).toBe('blank')
  })

  test('cannot remove another one for 24 hours', async () => {
    const { admin, driver } = pharmacy
    const email = 'ida@pharmacy.example'
    await app.call(users.createUser, { as: admin, body: { full_name: 'Ida Invited', email, is_tenant_admin: true } })
    await app.call(auth.acceptInvitation, { body: { token: await newestToken(app, email), ...chosen } })
    await app.call(users.updateUser, { as: admin, params: { id: driver.user.id }, body: { is_tenant_admin: true } })
    const all = await app.table.queryAll(keysOf(pharmacy.tenant.id).users)
    const newOnes = all.filter((user) => user.email === email || user.id === driver.user.id)
    const params = { id: admin.user.id }
    const removals: [Entry, { params: { id: string }; body?: object }][] = [
      [users.updateUser, { params, body: { is_tenant_admin: false } }],
      [users.updateUser, { params, body: { is_active: false } }],
      [users.deleteUser, { params }],
      [factors.resetFactors, { params }],
    ]
    for (const user of newOnes) {
      const as = await app.signIn(user)
      for (const [entry, request] of removals)
        expect(await app.call(entry, { as, ...request })).toMatchObject({
          status: 409,
          body: { detail: 'You can do this 24 hours from now.' },
        })
      const body = { full_name: 'Nora New', email: `nora.${user.id}@pharmacy.example` }
      expect(await app.call(users.createUser, { as, body })).toMatchObject({ status: 201 })
    }
    passSeconds(app, seconds.day - 30 * seconds.minute)
    const [first] = newOnes
    if (!first) throw new Error('There is no new administrator')
    const nearly = await app.call(users.deleteUser, { as: await app.signIn(first), params })
    expect(nearly.body).toEqual({ detail: 'You can do this 30 minutes from now.' })
    passSeconds(app, 30 * seconds.minute)
    expect(await app.call(users.deleteUser, { as: await app.signIn(first), params })).toMatchObject({ status: 204 })
  })

  test('who signed the organization up can remove another one at once', async () => {
    const other = await anAdmin('Olga Other')
    const params = { id: other.user.id }
    expect(await app.call(users.deleteUser, { as: pharmacy.admin, params })).toMatchObject({ status: 204 })
  })
})

describe('`This wasn’t me`', () => {
  test('revokes the keys and open invitations of the last seven days, and nothing else', async () => {
    const admin = await anAdmin('Vera Victim')
    const other = await anAdmin('Olga Other')
    const create = async (as: Person, name: string): Promise<{ id: string; key: string }> =>
      (await app.call(apiKeys.createApiKey, { as, body: keyForm(app.clock.now, { name }) })).body
    const invite = async (as: Person, email: string) =>
      (await app.call(users.createUser, { as, body: { ...thief, email, is_tenant_admin: true } })).body
    await create(admin, 'Old')
    const old = await invite(admin, 'old@elsewhere.example')
    const rotated = await create(other, 'Rotated')
    passSeconds(app, 7 * seconds.day + 1)
    const again = { as: await app.signIn(admin.user) }
    const stolen = await create(again.as, 'Stolen')
    await create(await app.signIn(other.user), 'Other')
    await app.call(apiKeys.rotateApiKey, { ...again, params: { id: rotated.id } })
    const invited = await invite(again.as, 'new@elsewhere.example')
    const link = linkIn(await mailTo(admin, administratorMail))
    const invitation = await newestToken(app, 'new@elsewhere.example')
    expect(await app.call(auth.notMe, { body: { token: link.token } })).toMatchObject({ status: 200 })
    await app.sendMails()
    const active = (await keysNow()).filter(({ revoked_at }) => !revoked_at)
    expect(active.map(({ name }) => name).sort()).toEqual(['Old', 'Other'])
    expect(await app.call(deliveries.listTimeRanges, { as: stolen.key })).toMatchObject({ status: 401 })
    const stateOf = async (id: string) => (await app.table.get(keysOf(pharmacy.tenant.id).user(id)))?.is_active
    expect([await stateOf(old.id), await stateOf(invited.id)]).toEqual([true, false])
    const accepted = { token: invitation, ...chosen }
    expect(await app.call(auth.acceptInvitation, { body: accepted })).toMatchObject({ status: 400 })
  })
})

test('ending other sessions leaves the reset link in the mailbox', async () => {
  const admin = await anAdmin('Vera Victim')
  await app.call(auth.requestPasswordReset, { body: { email: admin.user.email } })
  await app.sendMails()
  const token = await newestToken(app, admin.user.email)
  expect(await app.call(sessions.endOtherSessions, { as: admin })).toMatchObject({ status: 204 })
  const body = { token, new_password: chosen.password, confirm_password: chosen.password }
  expect(await app.call(auth.resetPassword, { body })).toMatchObject({ status: 200 })
  const { body: signedIn } = await app.call(auth.login, { body: { email: admin.user.email, password } })
  expect(signedIn.access_token).toBeUndefined()
})
