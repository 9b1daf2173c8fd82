import { randomUUID } from 'node:crypto'
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import { deliveryBody, patientBody } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { linkIn, mailsOf, newestToken } from '#tests/support/mailbox.ts'
import { app, test } from '#tests/support/product-test.ts'
import { beginSignUp, chooseProducts, companyBody, joinByMail, password, signUp } from '#tests/support/sign-up.ts'
import { spoofedAddressHeaders } from '#tests/support/spoofed-address-headers.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { watchReads } from '#tests/support/watch-reads.ts'

let email: string
let number = 0
test.beforeEach(() => {
  // Wait until no limit counts the calls of the previous test.
  passSeconds(app, 2 * seconds.hour)
  email = `owner${number++}@example.com`
})

/** Matches a version 4 UUID, whose 122 random bits no one can guess. */
const randomId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const expired = { status: 404, body: { detail: 'Session expired. Please start over.' } }
const emailTaken = { status: 409, body: { detail: 'An account with this email already exists' } }
const unknownTenant = { status: 404, text: '{"detail":"Tenant not found"}' }

const login = (address: string, secret = password) =>
  app.call(auth.login, { body: { email: address, password: secret } })
const portal = (id: string) => app.call(registration.readSubscription, { params: { id } })
const subscribe = (id: string, keys: unknown) =>
  app.call(registration.subscribeProducts, { params: { id }, body: keys })
const keysIn = (list: { key: string }[]) => list.map(({ key }) => key)
const rolesOf = async (token: string): Promise<{ name: string; permissions: string[] }[]> =>
  (await app.call(users.listRoles, { as: token })).body

describe('an organization that signs up', () => {
  test('gets from the first step to its dashboard with the products it chose', async () => {
    const started = await beginSignUp(app, { email })
    expect(started).toMatchObject({
      status: 201,
      body: { tenant_id: expect.stringMatching(randomId), user_id: expect.stringMatching(randomId) },
    })
    const { tenant_id, user_id } = started.body
    const offered = await app.call(registration.listSignUpProducts, { query: { business_types: 'pharmacy' } })
    expect(keysIn(offered.body)).toEqual(['delivery', 'document_mgmt', 'inventory_mgmt'])

    const finished = await chooseProducts(app, tenant_id, ['delivery', 'inventory_mgmt'])
    expect(finished.status).toBe(200)
    expect(finished.body).toMatchObject({
      tenant: {
        id: tenant_id,
        name: 'Olive Drugs',
        description: 'Open since 1950',
        subscribed_product_groups: ['pharmacy'],
        subscribed_products: ['delivery', 'inventory_mgmt'],
      },
      user: { id: user_id, full_name: 'Olive Owner', email, role: 'Tenant Administrator', is_tenant_admin: true },
    })
    expect(keysIn(finished.body.subscribed_products)).toEqual(['delivery', 'inventory_mgmt'])
    expect(finished.text).not.toMatch(/hash|link/)

    const [mail, ...others] = await mailsOf(app, email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Verify your email address and choose a password')
    expect(linkIn(mail).path).toBe('/verify-email')

    const { status, body } = await joinByMail(app, email)
    expect(status).toBe(200)
    const me = await app.call(auth.me, { as: body.access_token })
    expect(me.body).toMatchObject({ id: user_id, tenant_id })
    const accessible = await app.call(users.listAccessibleProducts, { as: body.access_token })
    expect(keysIn(accessible.body)).toEqual(['delivery', 'inventory_mgmt'])
    expect((await rolesOf(body.access_token)).map(({ name }) => name)).toEqual(['Delivery Staff', 'Pharmacist'])
  })

  test('plans its first delivery with its administrator as the only user', async () => {
    await signUp(app, email)
    const { access_token, user } = (await joinByMail(app, email)).body
    const patient = await app.call(patients.createPatient, { as: access_token, body: patientBody })
    expect(patient.status).toBe(201)
    const listed = await app.call(deliveries.listPharmacists, { as: access_token })
    expect(listed.body).toEqual([{ id: user.id, full_name: 'Olive Owner', email, phone: '', delivers: false }])
    const planned = await app.call(deliveries.createDelivery, {
      as: access_token,
      body: deliveryBody(app, patient.body.id, { pharmacist_id: user.id }),
    })
    expect(planned).toMatchObject({ status: 201, body: { status: 'assigned', pharmacist_name: 'Olive Owner' } })
  })

  test('stores the details it entered', async () => {
    const id = await signUp(app, email)
    const { metadata, phone_number, domain, business_type } = companyBody
    const { company_description: _, ...numbers } = metadata
    expect(await app.table.get(keysOf(id).tenant)).toMatchObject({
      phone_number,
      domain,
      business_type,
      metadata: numbers,
      active_admins: 1,
    })
  })

  test('may use either path for the first step', async () => {
    const { status, body } = await app.call(registration.createFirstUser, { body: { ...companyBody, email } })
    expect(status).toBe(201)
    expect((await chooseProducts(app, body.tenant_id)).status).toBe(200)
  })

  test('chooses a password after verifying the email; an earlier one no longer works', async () => {
    const sent = { ...companyBody, email, password }
    const { status, body } = await app.call(registration.register, { body: sent })
    expect(status).toBe(201)
    expect(await login(email)).toMatchObject({ status: 401, body: { detail: 'Invalid email or password' } })
    await chooseProducts(app, body.tenant_id)
    expect(await login(email)).toMatchObject({ status: 401, body: { detail: 'Email not verified' } })
    const verified = await app.call(auth.verifyEmail, { body: { token: await newestToken(app, email) } })
    expect(verified.body).toEqual({ email, set_password_token: expect.any(String) })
    expect(await login(email)).toMatchObject({ status: 401, body: { detail: 'Invalid email or password' } })
    expect(await tableDump(app)).not.toContain(password)
  })

  test('learns which password rule it missed', async () => {
    const { status, body } = await app.call(registration.register, {
      body: { ...companyBody, email, password: 'short' },
    })
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({
      loc: ['body', 'password'],
      msg: 'Password must be at least 12 characters',
    })
  })

  test('gets its email even if SES fails at first', async () => {
    const ses = mockClient(SESClient)
    ses.on(SendEmailCommand).rejects(new Error('down'))
    const { body } = await beginSignUp(app, { email })
    expect((await chooseProducts(app, body.tenant_id)).status).toBe(200)
    ses.restore()
    passSeconds(app, seconds.minute)
    await app.sendMails()
    expect((await joinByMail(app, email)).status).toBe(200)
  })

  test('gets invalid fields reported in the form’s words', async () => {
    const { status, body } = await beginSignUp(app, {
      email: 'olive',
      metadata: { ...companyBody.metadata, npi_number: '1' },
    })
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([
      { loc: ['body', 'email'], msg: 'Please enter a valid email address' },
      { loc: ['body', 'metadata', 'npi_number'], msg: 'NPI number must be exactly 10 digits' },
    ])
  })
})

describe('a pending sign-up', () => {
  test('is unknown to the subscription portal, and no one can sign in to it', async () => {
    const { body } = await app.call(registration.register, { body: { ...companyBody, email, password } })
    expect(await portal(body.tenant_id)).toMatchObject(unknownTenant)
    expect(await subscribe(body.tenant_id, ['docfinder'])).toMatchObject(unknownTenant)
    expect((await login(email)).status).toBe(401)
    for (const entry of [auth.sendVerificationEmail, auth.requestPasswordReset])
      expect((await app.call(entry, { body: { email } })).status).toBe(200)
    expect(await mailsOf(app, email)).toEqual([])
  })

  test('can exist beside another with the same address in any case', async () => {
    const first = (await beginSignUp(app, { email })).body.tenant_id
    const second = (await beginSignUp(app, { email: ` ${email.toUpperCase()}` })).body.tenant_id
    expect(second).not.toBe(first)
    for (const id of [first, second]) expect((await chooseProducts(app, id)).status).toBe(200)
    expect(await mailsOf(app, email)).toHaveLength(2)
  })

  test('can exist beside an invitation', async () => {
    const { tenant_id } = (await beginSignUp(app, { email })).body
    const { admin } = await app.createPharmacy()
    const invited = await app.call(users.createUser, { as: admin, body: { full_name: 'Ivy', email } })
    expect(invited.status).toBe(201)
    expect((await chooseProducts(app, tenant_id)).status).toBe(200)
    expect((await mailsOf(app, email)).map((mail) => linkIn(mail).path)).toEqual([
      '/accept-invitation',
      '/verify-email',
    ])
  })

  test('expires after a day, even before TTL removes it, and can be started again', async () => {
    const { tenant_id } = (await beginSignUp(app, { email })).body
    passSeconds(app, seconds.day - 1)
    const almost = (await beginSignUp(app, { email: `late-${email}` })).body.tenant_id
    passSeconds(app, 1)
    expect(await chooseProducts(app, tenant_id)).toMatchObject(expired)
    expect((await chooseProducts(app, almost)).status).toBe(200)
    const again = await beginSignUp(app, { email })
    expect((await chooseProducts(app, again.body.tenant_id)).status).toBe(200)
  })

  test('is stored only for that day', async () => {
    const { tenant_id } = (await beginSignUp(app, { email })).body
    const expires_at_seconds = Math.floor(app.clock.now.getTime() / 1000) + seconds.day
    expect(await app.table.get(keysOf(tenant_id).signUp)).toMatchObject({ expires_at_seconds })
    await chooseProducts(app, tenant_id)
    expect(await app.table.get(keysOf(tenant_id).signUp)).toBeUndefined()
  })
})

describe('a finished but unverified sign-up', () => {
  const itemsOf = async (id: string): Promise<{ expires_at_seconds?: number }[]> =>
    (await tableDump(app))
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(
        ({ pk, sk, tenant_id }) =>
          [pk, tenant_id].some((text) => String(text).includes(id)) && !sk.startsWith('SESSION#'),
      )

  test('expires completely after seven days', async () => {
    const id = await signUp(app, email)
    const end = Math.floor(app.clock.now.getTime() / 1000) + 7 * seconds.day
    await subscribe(id, ['docfinder'])
    const items = await itemsOf(id)
    expect(items.length).toBeGreaterThan(8)
    expect(new Set(items.map(({ expires_at_seconds }) => expires_at_seconds))).toEqual(new Set([end]))
    passSeconds(app, 7 * seconds.day - 1)
    expect((await portal(id)).status).toBe(200)
    passSeconds(app, 1)
    expect(await portal(id)).toMatchObject(unknownTenant)
    expect(await subscribe(id, ['inventory_mgmt'])).toMatchObject(unknownTenant)
  })

  test('cannot be verified after that with any link', async () => {
    await signUp(app, email)
    passSeconds(app, 7 * seconds.day - 60)
    await app.call(auth.sendVerificationEmail, { body: { email } })
    await app.sendMails()
    const token = await newestToken(app, email)
    expect((await app.call(auth.readVerification, { query: { token } })).status).toBe(200)
    passSeconds(app, 60)
    for (const answer of [
      await app.call(auth.readVerification, { query: { token } }),
      await app.call(auth.verifyEmail, { body: { token } }),
    ])
      expect(answer.status).toBe(400)
    await app.call(auth.requestPasswordReset, { body: { email } })
    await app.sendMails()
    expect(await mailsOf(app, email)).toHaveLength(2)
  })

  test('stays complete once verified, including products added meanwhile', async () => {
    const id = await signUp(app, email)
    await subscribe(id, ['docfinder'])
    const { body } = await joinByMail(app, email)
    // Events expire after six years, so they are left out here.
    for (const item of (await itemsOf(id)).filter((item) => !('event' in item)))
      expect(item).not.toHaveProperty('expires_at_seconds')
    expect((await rolesOf(body.access_token)).map(({ name }) => name)).toEqual([
      'Clinician',
      'Delivery Staff',
      'Pharmacist',
    ])
  })
})

describe('the second step', () => {
  test('is done only once', async () => {
    const id = await signUp(app, email)
    const before = await app.table.get(keysOf(id).tenant)
    expect(await chooseProducts(app, id, ['inventory_mgmt'])).toMatchObject({
      status: 409,
      body: { detail: 'This sign-up is already complete. Please check your email to verify your account.' },
    })
    expect(await app.table.get(keysOf(id).tenant)).toEqual(before)
    expect(await mailsOf(app, email)).toHaveLength(1)
    await joinByMail(app, email)
    expect(await beginSignUp(app, { email })).toMatchObject(emailTaken)
  })

  test('is done only once, even if sent several times concurrently', async () => {
    const { tenant_id } = (await beginSignUp(app, { email })).body
    const answers = await Promise.all(Array.from({ length: 10 }, () => chooseProducts(app, tenant_id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await mailsOf(app, email)).toHaveLength(1)
    const { body } = await joinByMail(app, email)
    expect(await rolesOf(body.access_token)).toHaveLength(2)
  })

  test('accepts only products for the chosen business types', async () => {
    const { tenant_id } = (await beginSignUp(app, { email })).body
    const { status, body } = await chooseProducts(app, tenant_id, ['delivery', 'docfinder'])
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([
      { loc: ['body', 'subscribed_products', 1], msg: 'This product is not available for your business types' },
    ])
    expect((await chooseProducts(app, tenant_id)).status).toBe(200)
  })

  test.each([randomUUID(), 'x', '', `${randomUUID()}#SIGNUP`])('rejects the unknown tenant %j', async (id) => {
    expect(await chooseProducts(app, id)).toMatchObject(expired)
  })
})

test('twenty concurrent sign-ups with one address all succeed, send five emails, and the verified one is joined', {
  tags: ['proof'],
}, async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { body } = await beginSignUp(app, { email })
      return { id: String(body.tenant_id), status: (await chooseProducts(app, body.tenant_id)).status }
    }),
  )
  expect(new Set(ids.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await mailsOf(app, email)).toHaveLength(5)
  const { status, body } = await joinByMail(app, email)
  expect(status).toBe(200)
  const me = await app.call(auth.me, { as: body.access_token })
  expect(me.body.organisations).toEqual([{ tenant_id: body.user.tenant_id, name: 'Olive Drugs' }])
  passSeconds(app, seconds.hour)
  expect(await beginSignUp(app, { email })).toMatchObject(emailTaken)
})

test('the offered products depend on the business types', async () => {
  const offer = async (business_types: string) =>
    app.call(registration.listSignUpProducts, { query: { business_types } })
  expect(keysIn((await offer('medical')).body)).toEqual(['speech_emr', 'docfinder'])
  expect((await offer('pharmacy, medical')).body).toHaveLength(5)
  expect((await offer('bakery')).status).toBe(422)
  expect(await app.call(registration.listSignUpProducts)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'business_types'], msg: 'Please select at least one business type' }] },
  })
  expect(keysIn((await app.call(registration.listSignUpGroups)).body)).toEqual(['pharmacy', 'medical'])
})

test('listing business types reads nothing from the table, so external checks cost nothing', async () => {
  const reads = watchReads(app.table.client)
  const before = await tableDump(app)
  reads.take()
  expect((await app.call(registration.listSignUpGroups)).status).toBe(200)
  expect(reads.take().commands).toEqual([])
  expect(await tableDump(app)).toBe(before)
})

describe('one network address', () => {
  const posts = Object.values(registration).filter(({ method }) => method === 'POST')
  const allowances = [
    ...posts.map((entry) => ({ entry, times: 20 })),
    { entry: registration.readSubscription, times: 300 },
  ]

  test.each(sampleUnlessProof(allowances, 0, 4))(
    'can make $times calls an hour to $entry.path, including rejected ones',
    async ({ entry, times }) => {
      const call = () => app.call(entry, { params: { id: randomUUID() }, ...(entry.method === 'POST' && { body: {} }) })
      for (let i = 0; i < times; i++) expect((await call()).status).not.toBe(429)
      passSeconds(app, 60)
      const refused = await call()
      expect(refused).toMatchObject({ status: 429, body: { detail: 'Too many requests. Please try again later.' } })
      const wait = Number(refused.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(3500 - 60)
      expect(wait).toBeLessThanOrEqual(3600)
      passSeconds(app, seconds.hour)
      expect((await call()).status).not.toBe(429)
    },
  )

  test('cannot claim to be another address', async () => {
    const call = (i: number) =>
      app.call(registration.signUpCompany, { body: {}, headers: spoofedAddressHeaders(app, i) })
    for (let i = 0; i < 20; i++) await call(i)
    expect((await call(99)).status).toBe(429)
  })
})
