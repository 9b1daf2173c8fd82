import { randomUUID } from 'node:crypto'
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses'
import { mockClient } from 'aws-sdk-client-mock'
import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import { recordFeedback } from '#functions/mail/record-feedback.ts'
import * as apiKeys from '#shared/api/api-keys.ts'
import * as attempts from '#shared/api/attempts.ts'
import * as auth from '#shared/api/auth.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as imports from '#shared/api/imports.ts'
import * as organisationExports from '#shared/api/organisation-exports.ts'
import * as patients from '#shared/api/patients.ts'
import { readProof } from '#shared/api/proofs.ts'
import * as recipientUpdates from '#shared/api/recipient-updates.ts'
import * as registration from '#shared/api/registration.ts'
import * as runs from '#shared/api/runs.ts'
import * as sessions from '#shared/api/sessions.ts'
import { updateSettings } from '#shared/api/settings.ts'
import * as users from '#shared/api/users.ts'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { aDelivery, completionData, formOf, keyForm } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { aGoogleToken, testGoogleTokenReader } from '#tests/support/google.ts'
import { newestToken } from '#tests/support/mailbox.ts'
import { beginSignUp, chooseProducts, companyBody, joinByMail, password, signUp } from '#tests/support/sign-up.ts'
import type { Organisation, TestApp, TestRequest, TestResponse } from '#tests/support/test-app.ts'

const newPatient = {
  name: 'José Núñez-Ortega',
  phone: '+1 (555) 010-0199',
  email: 'jose@example.com',
  address: '7 Quay',
  apt_suite_building: 'B',
  city: 'San José',
  state: 'ct',
  external_id: 'PT-0199',
  zip_code: '06512-0101',
  is_business_address: true,
}

/** What the parts of `createEveryEntity` share. */
interface Making {
  app: TestApp
  pharmacy: Organisation
  /** Sends a call and returns the response's body. Throws an error if the call does not succeed. */
  call: (entry: Entry, sending?: TestRequest) => Promise<TestResponse['body']>
}

/**
 * Writes at least one item of every entity to the table with the product's own calls: a pharmacy with deliveries in every status,
 * people and sign-ups in every state, pending emails, and one mail that was given up. Add new entities here. Returns the log-ins,
 * ids and tokens with which the tests of later releases use the items.
 */
export async function createEveryEntity(app: TestApp) {
  const making: Making = {
    app,
    pharmacy: await app.createPharmacy(),
    async call(entry, sending = {}) {
      const answer = await app.call(entry, sending)
      if (answer.status !== entry.success)
        throw new Error(`${entry.method} ${entry.path} answered ${answer.status}: ${answer.text}`)
      return answer.body
    },
  }
  const logins = await createLogins(making)
  const { admin, driver, pharmacist } = making.pharmacy
  // The people sign in again, because choosing a password has ended their sessions.
  for (const person of [admin, driver, pharmacist]) Object.assign(person, await app.signIn(person.user))
  const { refreshToken } = await app.signIn(driver.user)
  await making.call(auth.logout, { body: { refresh_token: refreshToken } })
  return {
    now: app.clock.now.toISOString(),
    tenant_id: making.pharmacy.tenant.id,
    ...logins,
    ...(await createPeople(making)),
    ...(await createSignUps(making)),
    ...(await createDeliveries(making)),
  }
}

/** Gives people passwords by the links of emails, and signs them in. The administrator comes first. */
async function createLogins({ app, pharmacy: { admin, driver, pharmacist }, call }: Making) {
  const refresh_tokens: Record<string, string> = {}
  for (const { email } of [admin.user, driver.user, pharmacist.user]) {
    await call(auth.requestPasswordReset, { body: { email } })
    await app.sendMails()
    const token = await newestToken(app, email)
    await call(auth.resetPassword, { body: { token, new_password: password, confirm_password: password } })
    refresh_tokens[email] = (await call(auth.login, { body: { email, password } })).refresh_token
  }
  return { logins: Object.keys(refresh_tokens).map((email) => ({ email, password })), refresh_tokens }
}

async function createPeople({ app, pharmacy: { admin: as, driver }, call }: Making) {
  const { now } = app.clock
  const invite = (full_name: string, fields: object = {}) =>
    call(users.createUser, { as, body: { full_name, email: emailOf(full_name), ...fields } })
  const permissions = ['delivery.view_orders', 'delivery.edit_orders']
  const night = { name: 'Night Shift', description: 'After eight', permissions }
  const role = await call(users.createRole, { as, body: night })
  await invite('Nora Night', { roles: [role.id] })
  const invitation = { email: emailOf('Nora Night'), token: await newestToken(app, emailOf('Nora Night')) }
  await invite('Quiet Quentin', { send_invitation: false })
  await invite('Idle Ida', { is_active: false })
  // The worker does not run here, so its task to take the deliveries of the deleted user back remains pending.
  await call(users.deleteUser, { as, params: await invite('Lea Leaving', { send_invitation: false }) })
  await whileSesSays('MessageRejected', async () => {
    await invite('Parker Parked')
    for (let tried = 0; tried < 6; tried++) {
      passSeconds(app, 40 * seconds.minute)
      await app.sendMails()
    }
    app.clock.now = now
  })
  await whileSesSays('ServiceUnavailable', () => invite('Walter Waiting'))
  const { email } = driver.user
  await call(auth.requestPasswordReset, { body: { email } })
  await app.sendMails()
  const reset = { email, token: await newestToken(app, email) }
  const bouncedRecipients = [{ emailAddress: 'gone@elmstreet.example' }]
  const detail = { eventType: 'Bounce', bounce: { bounceType: 'Permanent', bouncedRecipients } }
  await recordFeedback(app.services, { time: now.toISOString(), detail })
  app.services.google = testGoogleTokenReader
  await call(auth.googleAuth, { body: { token: aGoogleToken({ email }) } })
  await app.call(auth.login, { body: { email: 'stranger@elmstreet.example', password: 'wrong-password' } })
  return { invitation, reset }
}

async function createSignUps({ app, call }: Making) {
  const pending = (await beginSignUp(app, { email: 'petra@pending.example', company_name: 'Pending Pharmacy' })).body
  const unverified = { tenant_id: await signUp(app, 'ursula@unverified.example'), token: '' }
  unverified.token = await newestToken(app, 'ursula@unverified.example')
  const proven = { tenant_id: await signUp(app, 'olive@example.com', ['delivery', 'document_mgmt']) }
  const { set_password_token } = await call(auth.verifyEmail, {
    body: { token: await newestToken(app, 'olive@example.com') },
  })
  const rita = { ...companyBody, email: 'rita@registered.example', company_name: 'Rita Rx', password }
  const { tenant_id } = await call(registration.register, { body: rita })
  await chooseProducts(app, tenant_id)
  await call(auth.sendVerificationEmail, { body: { email: rita.email } })
  const other = { tenant_id: await signUp(app, 'otto@other.example'), email: 'otto@other.example', password }
  await joinByMail(app, other.email)
  return {
    pending,
    unverified,
    proven: { ...proven, set_password_token },
    registered: { tenant_id, email: rita.email, password },
    other,
  }
}

async function createDeliveries({ app, pharmacy, call }: Making) {
  const { now } = app.clock
  const { admin: as, driver, pharmacist } = pharmacy
  const key = () => ({ 'idempotency-key': randomUUID() })
  const patient = await call(patients.createPatient, { as, headers: key(), body: newPatient })
  const gone = await call(patients.createPatient, { as, body: { ...newPatient, name: 'Gone Gary', external_id: '' } })
  await call(patients.deletePatient, { as, params: { id: gone.id } })
  const { id } = await call(deliveries.createDelivery, { as, headers: key(), body: fullDelivery(now, patient.id) })
  const params = { id }
  for (const pharmacist_id of [driver.user.id, pharmacist.user.id, null, driver.user.id, null])
    await call(deliveries.updateDelivery, { as, params, body: { pharmacist_id } })
  await call(deliveries.updateDelivery, { as, params, body: { delivery_notes: 'Gate 4711#, bell broken' } })
  for (const status of deliveryStatuses) {
    const made = await aDelivery(app, { ...pharmacy, driver: pharmacist }, { status })
    await call(readProof, { as, params: { id: made.id } })
  }
  await createOpenMatters({ app, pharmacy, call })
  await closeRun({ app, pharmacy, call })
  const imported = { ...newPatient, name: 'Imported Ida', external_id: '' }
  const choice = { kind: 'patients', heads: ['Patient'], columns: { name: ['Patient'] }, same: {} }
  await call(imports.keepColumnChoice, { as, body: choice })
  await call(imports.importPatients, { as, headers: key(), body: { rows: [imported] } })
  const { patient_id: _somebody, ...row } = fullDelivery(now, patient.id)
  await call(imports.importDeliveries, { as, headers: key(), body: { rows: [{ ...row, patient: imported }] } })
  await call(apiKeys.createApiKey, { as, body: keyForm(now, { name: 'Dispensing system' }) })
  await call(organisationExports.startExport, { as })
  // An operator has set a limit.
  await app.table.write(update(keysOf(pharmacy.tenant.id).tenant, { set: { limits: { exports: 5 } } }))
  await call(sessions.readDeviceKey, { as, body: { device: '5d7c7f0e-3d53-4b41-9f5c-0f8a1c6b2e11' } })
  await call(updateSettings, { as, body: { recipient_notices: 'all' } })
  await call(recipientUpdates.copyRecipientLink, { as, params })
  return { deleted_patient: gone.id, changed_delivery: id, patient: patient.id }
}

/** Leaves a patient to call, something at a door that was refused, and a handover that waits to be confirmed. */
async function createOpenMatters({ app, pharmacy, call }: Making) {
  const { admin } = pharmacy
  const own = { ...pharmacy, driver: admin }
  await call(updateSettings, { as: admin, body: { truthful_first_delivery: true } })
  const { id, delivery_date } = await aDelivery(app, own, { status: 'in_progress' })
  const form = formOf({ ...completionData, counseling_received: false, counseling_outcome: 'call_back' })
  await call(deliveries.completeDelivery, { as: admin, params: { id }, form })
  const params = { date: delivery_date, user_id: admin.user.id }
  await call(runs.closeRun, { as: admin, params, body: { counted: {}, note: '' } })
  const other = await aDelivery(app, own, { status: 'assigned', delivery_date: addDays(delivery_date, 1) })
  const body = { kind: 'attempt', refusal: 'This delivery is closed' }
  await call(attempts.reportUnsent, { as: admin, params: { id: other.id }, body })
}

/** Has the driver close today's run, and a second person confirm it. */
async function closeRun({ app, pharmacy, call }: Making) {
  const { admin: as, driver } = pharmacy
  for (const status of ['assigned', 'delivered'] as const) await aDelivery(app, pharmacy, { status })
  const params = { date: utcDate(app.clock.now), user_id: driver.user.id }
  const { deliveries: packages } = await call(runs.startRun, { as, params, body: { include_not_loaded: true } })
  for (const { id, status } of packages)
    if (status === 'in_progress') {
      await call(attempts.recordAttempt, { as, params: { id }, body: { reason: 'other', note: 'Flooded street' } })
      await call(attempts.returnPackage, { as, params: { id }, body: {} })
    }
  await call(runs.closeRun, { as: driver, params, body: { counted: { cash: 5 }, note: 'In the tin' } })
  await call(runs.confirmRun, { as, params, body: { counted: { cash: 5 }, reason: 'No methods yet' } })
}

const emailOf = (full_name: string) => `${full_name.split(' ')[0]?.toLowerCase()}@elmstreet.example`

async function whileSesSays(name: string, run: () => Promise<unknown>) {
  const ses = mockClient(SESClient)
  ses.on(SendEmailCommand).rejects(Object.assign(new Error('no'), { name }))
  await run().finally(() => ses.restore())
}

const fullDelivery = (now: Date, patient_id: string) => ({
  delivery_date: addDays(utcDate(now), 2),
  time_range: '12:00-15:00',
  patient_id,
  pharmacist_id: null,
  language: 'spanish',
  delivery_notes: 'Gate 4711#',
  rx_information: [
    { rx_date: utcDate(now), rx_number: '0012-345', copay: 12.5 },
    { rx_number: 'RX 777', copay: 0 },
  ],
  sku_information: [{ sku_number: 'VIT-D', quantity: 3, price: 4.25 }],
  require_photo_id: true,
  refrigerated: true,
  collect_copay: true,
  signature_required: true,
  hipaa_form: true,
  lien_form: true,
  nf_aob_form: true,
})
