import { runInTenant } from '#functions/data/scope.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { put, update } from '#functions/data/writes.ts'
import { continueExport } from '#functions/exports/continue-export.ts'
import { startDueExports } from '#functions/exports/start-due-exports.ts'
import type { LetterMail } from '#functions/mail/letters.ts'
import { recordFeedback } from '#functions/mail/record-feedback.ts'
import { newNotMeToken } from '#functions/security/not-me-tokens.ts'
import { listActivity } from '#shared/api/activity.ts'
import { createApiKey } from '#shared/api/api-keys.ts'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { importPatients, keepColumnChoice } from '#shared/api/imports.ts'
import { createExportLink, startExport } from '#shared/api/organisation-exports.ts'
import { updatePatient } from '#shared/api/patients.ts'
import * as registration from '#shared/api/registration.ts'
import { setRunOrder } from '#shared/api/runs.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import { updateSettings } from '#shared/api/settings.ts'
import { readTracking } from '#shared/api/tracking.ts'
import * as users from '#shared/api/users.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import { aDelivery, aPatient, complete, completionData, keyForm, patientBody } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { aGoogleToken } from '#tests/support/google.ts'
import { noticeBounce } from '#tests/support/notice-bounce.ts'
import { runCallsOf, storeSettings } from '#tests/support/run-calls.ts'
import { joinByMail, signUp } from '#tests/support/sign-up.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { runAsArea } from '#tests/support/watch-item-calls.ts'

/** Things that happen less often. Each makes functions send requests to the table that no scenario of `tests/calls` makes them send. */
export const rareRequests: Readonly<Record<string, (app: TestApp) => Promise<unknown>>> = {
  async 'lists by each of their filters'(app) {
    const pharmacy = await app.createPharmacy()
    const { admin: as, driver } = pharmacy
    const { id: subject_id, ...delivery } = await aDelivery(app, pharmacy, { status: 'assigned' })
    const patient_id = String(delivery.patient_id)
    const actor_id = driver.user.id
    const action = 'delivery.read'
    for (const query of [{ status: 'pending' }, { pharmacist_id: actor_id }, { patient_id }])
      await app.call(deliveries.listDeliveries, { as, query })
    for (const things of [{}, { subject_id }, { patient_id }])
      for (const filters of [{}, { actor_id }, { action }, { actor_id, action }])
        await app.call(listActivity, { as, query: { ...things, ...filters } })
    await app.call(deliveries.deleteDelivery, { as, params: { id: subject_id } })
  },

  async 'searches by a slip, by an external id, and in one’s own deliveries'(app) {
    const pharmacy = await app.createPharmacy()
    const { admin: as, driver } = pharmacy
    const { id } = await aDelivery(app, pharmacy, { status: 'assigned' })
    await app.call(searchAndDay.search, { as, query: { q: id.slice(0, 8) } })
    await storeSettings(app, pharmacy, { staff_see_all: false })
    await app.call(searchAndDay.search, { as: driver, query: { q: 'grace' } })
    const params = { id: (await aPatient(app, as, { external_id: 'PT-1' })).id }
    await app.call(searchAndDay.search, { as, query: { q: 'PT-1' } })
    await app.call(updatePatient, { as, params, body: { external_id: '' } })
  },

  async 'one choice of columns more than are kept'(app) {
    const { admin: as } = await app.createPharmacy()
    for (let file = 0; file <= 20; file++)
      await app.call(keepColumnChoice, { as, body: { kind: 'patients', heads: [`Name ${file}`], columns: {} } })
  },

  async 'a refresh token that is used again, which ends the session'(app) {
    const { driver } = await app.createPharmacy()
    await app.call(auth.refresh, { body: { refresh_token: driver.refreshToken } })
    passSeconds(app, seconds.hour)
    await app.call(auth.refresh, { body: { refresh_token: driver.refreshToken } })
  },

  async 'a Google account in the place of another'(app) {
    const { admin: as } = await app.createPharmacy()
    for (const sub of ['the first', 'another'])
      await app.call(auth.connectGoogle, { as, body: { token: aGoogleToken({ email: as.user.email, sub }) } })
  },

  async 'a person in two organisations'(app) {
    const { admin: as } = await app.createPharmacy()
    await app.joinAlso(as, (await app.createPharmacy()).tenant)
    await app.call(auth.me, { as })
  },

  async 'a person who is invited and deleted'(app) {
    const { admin: as } = await app.createPharmacy()
    const { body } = await app.call(users.createUser, { as, body: { full_name: 'Ivy', email: 'ivy@rights.example' } })
    await app.call(users.deleteUser, { as, params: { id: body.id } })
    await app.call(users.createRole, { as, body: { name: 'Courier', description: '', permissions: [] } })
  },

  async 'links that the worker mails'(app) {
    const { admin, tenant } = await app.createPharmacy()
    await app.call(auth.requestPasswordReset, { body: { email: admin.user.email } })
    await signUp(app, 'olive@rights.example')
    await app.call(auth.sendVerificationEmail, { body: { email: 'olive@rights.example' } })
    await runAsArea('workers', () => app.sendMails())
    await joinByMail(app, 'olive@rights.example')
    await app.call(registration.subscribeProducts, { params: { id: tenant.id }, body: ['speech_emr'] })
  },

  async 'programs, of which one may make its call'(app) {
    const { admin } = await app.createPharmacy()
    const body = keyForm(app.clock.now)
    for (const entry of [deliveries.listDeliveries, users.listUsers, auth.me]) {
      const { key } = (await app.call(createApiKey, { as: admin, body })).body
      await app.call(entry, { as: key })
    }
  },

  async 'a key and an invited administrator that their maker disowns'(app) {
    const { admin: as } = await app.createPharmacy()
    await app.call(createApiKey, { as, body: keyForm(app.clock.now) })
    const invited = { full_name: 'Theo', email: 'theo@rights.example', is_tenant_admin: true }
    await app.call(users.createUser, { as, body: invited })
    const claims = { account_id: as.user.account_id ?? '', notice: 'key_created' as const }
    await app.call(auth.notMe, { body: { token: await newNotMeToken(app.services.keys, claims, app.clock.now) } })
    for (let round = 0; round < 2; round++) await runAsArea('workers', () => app.sendMails())
    passSeconds(app, 77 * seconds.day)
    for (let round = 0; round < 2; round++) await runAsArea('workers', () => app.sendMails())
  },

  async 'an update from an organization that is not verified, and imports above its limit'(app) {
    app.clock.now = new Date(`${app.clock.now.toISOString().slice(0, 10)}T08:30:00Z`)
    const pharmacy = await app.createPharmacy()
    const { admin: as, driver, tenant } = pharmacy
    await app.call(createApiKey, { as, body: keyForm(app.clock.now) })
    const key = keysOf(tenant.id).tenant
    await app.table.write(update(key, { remove: ['verified_at'] }))
    await app.call(updateSettings, { as, body: { recipient_notices: 'all' } })
    const patient = await aPatient(app, as, { email: driver.user.email })
    await aDelivery(app, pharmacy, { patient_id: patient.id })
    await runAsArea('workers', () => app.sendMails())
    await app.table.write(update(key, { set: { limits: { rows: 1 } } }))
    for (const name of ['One', 'Two'])
      await app.call(importPatients, { as, body: { rows: [{ ...patientBody, name, external_id: '' }] } })
  },

  async 'mails that are sent, spread and refused'(app) {
    const { tenant, admin } = await app.createPharmacy()
    const waiting = (first: string, more: Partial<LetterMail<'products_added'>>) => ({
      id: `${first}0000000-0000-4000-8000-000000000000`,
      tenant_id: tenant.id,
      due_at: app.clock.now.toISOString(),
      refusals: 0,
      kind: 'products_added',
      products: ['delivery'],
      ...more,
    })
    const reader_id = admin.user.id
    for (const mail of [waiting('0', { reader_id }), waiting('1', {}), waiting('2', { reader_id, refusals: 4 })])
      await app.table.write(put(unscopedKeys.mail(mail), mail))
    const { send } = app.services.mailer
    const refusing = Object.assign(new Error(), { name: 'MessageRejected' })
    let taken = 0
    app.services.mailer.send = (message) => (taken++ === 0 ? send(message) : Promise.reject(refusing))
    await runAsArea('workers', () => app.sendMails())
    app.services.mailer.send = send
  },

  async 'deliveries that are taken back from a person, and from all who held a role'(app) {
    const pharmacy = await app.createPharmacy()
    const { admin: as, driver } = pharmacy
    await aDelivery(app, pharmacy, { status: 'assigned' })
    const id = pharmacy.roles.find(({ name }) => name === 'Pharmacist')?.id ?? ''
    await app.call(users.updateRole, { as, params: { id }, body: { permissions: [] } })
    await app.call(users.deleteUser, { as, params: { id: driver.user.id } })
    for (let minute = 0; minute < 3; minute++) {
      await runAsArea('workers', () => app.takeBack())
      passSeconds(app, 60)
    }
  },

  async 'mails that bounce and are called unwanted'(app) {
    const recipients = [{ emailAddress: 'gone@example.com' }]
    const bounce = { bounceType: 'Permanent', bouncedRecipients: recipients }
    const complaint = { complainedRecipients: recipients }
    for (const detail of [
      { eventType: 'Bounce', bounce },
      { eventType: 'Complaint', complaint },
    ])
      await runAsArea('feedback', () => recordFeedback(app.services, { time: app.clock.now.toISOString(), detail }))
  },

  /** A history item too many makes one of two deliveries look as if it changed while it was read. The other one is sealed. */
  async 'an export of all data, which the worker starts'(app) {
    const pharmacy = await app.createPharmacy()
    const { admin, driver, tenant } = pharmacy
    const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    await complete(app, driver, id, { data: completionData })
    const keys = keysOf(tenant.id)
    const [first] = await app.table.queryAll(keys.history(id))
    if (first) await app.table.write(put(keys.historyItem(id, 99), first))
    await aDelivery(app, pharmacy, { status: 'delivered' })
    passSeconds(app, 1)
    const { id: export_id } = (await app.call(startExport, { as: admin })).body
    await runAsArea('workers', () => startDueExports(app.services))
    const step = { tenant_id: tenant.id, export_id }
    await runAsArea('exports', () => runInTenant(tenant.id, () => continueExport(step, app.services)))
    await runAsArea('workers', () => startDueExports(app.services))
    await app.call(createExportLink, { as: admin, params: { id: export_id } })
  },

  async 'notices to a recipient and to that of the next stop, by mail and as a text message'(app) {
    app.clock.now = new Date(`${app.clock.now.toISOString().slice(0, 10)}T12:00:00Z`)
    const pharmacy = await app.createPharmacy()
    await app.call(updateSettings, { as: pharmacy.admin, body: { recipient_notices: 'all' } })
    const { id, email } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const { id: second } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const texted = await aPatient(app, pharmacy.admin, { notices: 'sms', phone: '+12125550142' })
    const { delivery_date } = await aDelivery(app, pharmacy, { status: 'in_progress', patient_id: texted.id })
    const run = { person: pharmacy.driver, date: delivery_date }
    await runCallsOf(app, pharmacy, run).call(setRunOrder, { delivery_ids: [id, second] })
    await app.call(updatePatient, { as: pharmacy.admin, params: { id: texted.id }, body: { notices: 'sms' } })
    app.services.texter = { send: async () => 'opted_out' }
    const token = await doorToken(app, pharmacy, id)
    await app.call(readTracking, { params: { token } })
    await complete(app, pharmacy.driver, id, { data: completionData })
    for (let i = 0; i < 3; i++) await runAsArea('workers', () => app.sendMails())
    const bounce = await noticeBounce(app, { id, email, token })
    await runAsArea('feedback', () => recordFeedback(app.services, bounce))
  },
}
