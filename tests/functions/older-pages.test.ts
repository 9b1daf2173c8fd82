import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listRoutes } from '#shared/api/areas.ts'
import * as auth from '#shared/api/auth.ts'
import { routeKeyOf } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import { aDelivery, aPatient, signature } from '#tests/support/builders.ts'
import { newestToken } from '#tests/support/mailbox.ts'
import { type Organisation, openTestApp, type TestApp, type TestResponse } from '#tests/support/test-app.ts'

/**
 * This file tests that a page opened before a release can continue to send what it knows. The bodies here are exactly those that
 * the pages of the first release sent. They lack all fields that were added since, and must not be changed.
 */
let app: TestApp
let pharmacy: Organisation
beforeAll(async () => {
  app = await openTestApp()
  pharmacy = await app.createPharmacy()
})
afterAll(() => app.close())

const password = 'Sturdy-Bridge-77'
const chosen = { password, confirm_password: password }
const company = (email: string) => ({
  full_name: 'Olive Owner',
  email,
  phone_number: '5550100142',
  company_name: 'Olive Drugs',
  domain: 'olive.example',
  business_type: ['pharmacy'],
  metadata: { npi_number: '1234567893', nabp_number: '1234567', fax_number: '5550100143', company_description: '' },
})
const patient = {
  name: 'Grace Hopper',
  phone: '(555) 010-0142',
  email: 'grace@example.com',
  address: '12 Harbor Street',
  apt_suite_building: 'Apt 4',
  city: 'New Haven',
  state: 'CT',
  zip_code: '06510',
  is_business_address: true,
}
const delivery = {
  delivery_date: '2099-01-05',
  time_range: '12:00-15:00',
  language: 'spanish',
  delivery_notes: 'Ring twice',
  rx_information: [{ rx_date: '2026-01-05', rx_number: 'RX-1', copay: 10.1 }],
  sku_information: [{ sku_number: 'SKU-1', quantity: 3, price: 0.2 }],
  ...{ require_photo_id: true, refrigerated: true, collect_copay: true, signature_required: true },
  ...{ hipaa_form: true, lien_form: true, nf_aob_form: true },
}
const person = (email: string) => ({
  full_name: 'Nora Vance',
  email,
  roles: pharmacy.roles.slice(0, 1).map(({ id }) => id),
  is_tenant_admin: true,
  is_active: true,
})
const role = (name: string) => ({ name, description: 'Drives', permissions: ['delivery.view_orders'] })
const completion = {
  patient_signature: signature,
  signature_timestamp: '2026-03-10T15:00:00.000Z',
  counseling_required: false,
  hipaa_form_received: true,
  counseling_received: true,
  is_first_delivery: true,
  amount: 10.5,
  delivery_notes: null,
  notes: '',
}

const as = () => pharmacy.admin
let made = 0
const address = () => `older${made++}@example.com`
const formOf = (data: object) => {
  const form = new FormData()
  form.set('data', JSON.stringify(data))
  return form
}
const underWay = () => aDelivery(app, pharmacy, { status: 'in_progress' })

async function signedUp(email = address()) {
  const { body } = await app.call(registration.signUpCompany, { body: company(email) })
  const chosenProducts = { tenant_id: body.tenant_id, subscribed_products: ['delivery'] }
  const answer = await app.call(registration.completeSignUp, { body: chosenProducts })
  return { email, tenantId: String(body.tenant_id), answer }
}
async function verified() {
  const { email } = await signedUp()
  const answer = await app.call(auth.verifyEmail, { body: { token: await newestToken(app, email) } })
  return { email, answer, token: answer.body.set_password_token }
}
async function aboard() {
  const { email, token } = await verified()
  const answer = await app.call(auth.setPassword, { body: { token, ...chosen } })
  return { email, answer }
}
const signIn = async () => app.call(auth.login, { body: { email: (await aboard()).email, password } })
const invited = () => app.call(users.createUser, { as: as(), body: { ...person(address()), send_invitation: true } })

/** For each writing route of the first release, a function that sends it what the pages of that release sent. */
const sent: Record<string, () => Promise<TestResponse>> = {
  'POST /api/auth/login': signIn,
  'POST /api/auth/refresh': async () =>
    app.call(auth.refresh, { body: { refresh_token: (await signIn()).body.refresh_token } }),
  'POST /api/auth/logout': async () =>
    app.call(auth.logout, { body: { refresh_token: (await signIn()).body.refresh_token } }),
  'POST /api/auth/google-auth': () => app.call(auth.googleAuth, { body: { token: 'of nobody' } }),
  'POST /api/auth/send-verification-email': async () =>
    app.call(auth.sendVerificationEmail, { body: { email: (await signedUp()).email } }),
  'POST /api/auth/verify-email': async () => (await verified()).answer,
  'POST /api/auth/set-password': async () => (await aboard()).answer,
  'POST /api/auth/request-password-reset': async () =>
    app.call(auth.requestPasswordReset, { body: { email: (await aboard()).email } }),
  'POST /api/auth/reset-password': async () => {
    const { email } = await aboard()
    await app.call(auth.requestPasswordReset, { body: { email } })
    await app.sendMails()
    const token = await newestToken(app, email)
    return app.call(auth.resetPassword, { body: { token, new_password: password, confirm_password: password } })
  },
  'POST /api/auth/accept-invitation': async () => {
    const { body } = await invited()
    return app.call(auth.acceptInvitation, { body: { token: await newestToken(app, body.email), ...chosen } })
  },
  'POST /api/auth/register': () => app.call(registration.register, { body: { ...company(address()), password } }),
  'POST /api/users/first-user': () => app.call(registration.createFirstUser, { body: company(address()) }),
  'POST /api/registration/step1': () => app.call(registration.signUpCompany, { body: company(address()) }),
  'POST /api/registration/step2': async () => (await signedUp()).answer,
  'POST /api/registration/tenant/{id}/subscribe': async () =>
    app.call(registration.subscribeProducts, { params: { id: (await signedUp()).tenantId }, body: ['document_mgmt'] }),
  'POST /api/products/initialize': () => app.call(users.initializeProducts, { as: as(), body: {} }),
  'POST /api/users': invited,
  'PUT /api/users/{id}': async () => {
    const { body } = await invited()
    return app.call(users.updateUser, { as: as(), params: { id: body.id }, body: person(body.email) })
  },
  'POST /api/roles': () => app.call(users.createRole, { as: as(), body: role(`Courier ${made++}`) }),
  'PUT /api/roles/{id}': async () => {
    const { body } = await app.call(users.createRole, { as: as(), body: role(`Courier ${made++}`) })
    return app.call(users.updateRole, { as: as(), params: { id: body.id }, body: role(`Driver ${made++}`) })
  },
  'POST /api/deliveries/patients': () => app.call(patients.createPatient, { as: as(), body: patient }),
  'PUT /api/deliveries/patients/{id}': async () => {
    const { id } = await aPatient(app, as())
    return app.call(patients.updatePatient, { as: as(), params: { id }, body: patient })
  },
  'POST /api/deliveries': async () => {
    const body = { ...delivery, patient_id: (await aPatient(app, as())).id, pharmacist_id: null }
    return app.call(deliveries.createDelivery, { as: as(), body })
  },
  'PUT /api/deliveries/{id}': async () => {
    const { id, patient_id } = await aDelivery(app, pharmacy)
    const body = { ...delivery, patient_id, pharmacist_id: pharmacy.driver.user.id }
    return app.call(deliveries.updateDelivery, { as: as(), params: { id }, body })
  },
  'PATCH /api/deliveries/{id}/status': async () => {
    const { id } = await aDelivery(app, pharmacy, { status: 'assigned' })
    const body = { status: 'in_progress', notes: 'Status changed to in_progress by Ada Admin' }
    return app.call(deliveries.changeStatus, { as: as(), params: { id }, body })
  },
  'PATCH /api/deliveries/{id}/completion': async () => {
    const { id } = await underWay()
    return app.call(deliveries.completeDelivery, { as: as(), params: { id }, form: formOf(completion) })
  },
  'POST /api/deliveries/{id}/photo-upload': async () => {
    const { id } = await underWay()
    const body = { content_type: 'image/jpeg', size: 5_000_000 }
    return app.call(deliveries.requestPhotoUpload, { as: as(), params: { id }, body })
  },
}

/** Routes at which the body is valid but its content is refused. */
const refused: Record<string, number> = { 'POST /api/auth/google-auth': 401 }

describe('what a page of the first release sends is taken', () => {
  test.each(Object.keys(sent))('%s', async (routeKey) => {
    const entry = listRoutes().find((route) => route.routeKey === routeKey)?.entry
    const answer = await sent[routeKey]?.()
    expect([answer?.status, answer?.text]).toEqual([refused[routeKey] ?? entry?.success, expect.anything()])
  })
})

interface Change {
  entry:
    | typeof users.updateUser
    | typeof users.updateRole
    | typeof patients.updatePatient
    | typeof deliveries.updateDelivery
  /** Creates a record in which no field has its default value. Returns it, and the body that changes all of it. */
  make: () => Promise<{ record: Record<string, unknown>; other: Record<string, unknown> }>
  read: typeof users.readUser | typeof users.readRole | typeof patients.readPatient | typeof deliveries.readDelivery
}

const changes: Change[] = [
  {
    entry: users.updateUser,
    read: users.readUser,
    make: async () => {
      const { body: record } = await invited()
      return {
        record,
        other: { full_name: 'Other', email: record.email, roles: [], is_tenant_admin: false, is_active: false },
      }
    },
  },
  {
    entry: users.updateRole,
    read: users.readRole,
    make: async () => {
      const { body: record } = await app.call(users.createRole, { as: as(), body: role(`Courier ${made++}`) })
      return { record, other: { name: `Driver ${made++}`, description: '', permissions: [] } }
    },
  },
  {
    entry: patients.updatePatient,
    read: patients.readPatient,
    make: async () => ({
      record: { ...(await aPatient(app, as(), patient)) },
      other: {
        ...{ name: 'Other', phone: '5550100199', email: '', address: '1 Mill Lane', apt_suite_building: '' },
        ...{ city: 'Hamden', state: 'NY', zip_code: '06514', is_business_address: false },
      },
    }),
  },
  {
    entry: deliveries.updateDelivery,
    read: deliveries.readDelivery,
    make: async () => ({
      record: { ...(await aDelivery(app, pharmacy, { status: 'assigned', ...delivery })) },
      other: {
        ...{ delivery_date: '2099-02-01', time_range: '09:00-12:00', language: 'english', delivery_notes: '' },
        ...{ pharmacist_id: null, patient_id: (await aPatient(app, as(), { name: 'Other' })).id },
        ...{ rx_information: [], sku_information: [], require_photo_id: false, refrigerated: false },
        ...{ collect_copay: false, signature_required: false, hipaa_form: false, lien_form: false, nf_aob_form: false },
      },
    }),
  },
]

describe('what a page does not know of keeps its value', () => {
  test('in every route that changes a record as a whole', () => {
    const whole = Object.keys(sent).filter((routeKey) => routeKey.startsWith('PUT '))
    expect(changes.map(({ entry }) => routeKeyOf(entry)).sort()).toEqual(whole.sort())
  })

  test.each(changes.map((change) => [routeKeyOf(change.entry), change] as const))('%s', async (_, change) => {
    const { other } = await change.make()
    for (const unknown of Object.keys(other)) {
      const { record, other: fields } = await change.make()
      const { [unknown]: _, ...body } = fields
      const params = { id: String(record.id) }
      const answer = await app.call(change.entry, { as: as(), params, body })
      expect([unknown, answer.status, answer.text]).toEqual([unknown, 200, expect.anything()])
      const { body: now } = await app.call(change.read, { as: as(), params })
      expect([unknown, now]).toEqual([unknown, expect.objectContaining({ [unknown]: record[unknown], ...body })])
    }
  })

  test('PATCH /api/deliveries/{id}/status and …/completion, of the notes', async () => {
    const { id } = await aDelivery(app, pharmacy, { status: 'assigned', delivery_notes: 'Ring twice' })
    const params = { id }
    await app.call(deliveries.changeStatus, { as: as(), params, body: { status: 'in_progress' } })
    const { delivery_notes: _, notes: __, ...data } = completion
    await app.call(deliveries.completeDelivery, { as: as(), params, form: formOf(data) })
    const { body } = await app.call(deliveries.readDelivery, { as: as(), params })
    expect(body).toMatchObject({ status: 'delivered', delivery_notes: 'Ring twice' })
  })
})
