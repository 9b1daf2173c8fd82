import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { newestToken } from '#tests/support/mailbox.ts'
import { app, test } from '#tests/support/product-test.ts'
import { companyBody, joinByMail, signUp } from '#tests/support/sign-up.ts'
import type { Organisation, Person } from '#tests/support/test-app.ts'

const password = 'Sturdy-Bridge-77'
let first: Organisation
let second: Organisation
let password_hash: string
let person: Person
test.beforeAll(async () => {
  password_hash = await hashPassword(password)
})
test.beforeEach(async () => {
  passSeconds(app, seconds.day)
  first = await app.createPharmacy()
  second = await app.createPharmacy()
  person = await app.join(first.tenant, { password_hash, email: `${randomUUID()}@example.com` })
})

const me = async (as: Person | string) => (await app.call(auth.me, { as })).body
const login = (email: string, secret = password) => app.call(auth.login, { body: { email, password: secret } })
const switchTo = (as: Person | string, tenant_id: string) =>
  app.call(auth.switchOrganisation, { as, body: { tenant_id } })
const accept = (token: string, fields: object = {}) => app.call(auth.acceptInvitation, { body: { token, ...fields } })

async function invite({ admin }: Organisation, email: string, fields: object = {}) {
  const { body } = await app.call(users.createUser, { as: admin, body: { full_name: 'Ivy Invited', email, ...fields } })
  return { id: String(body.id), token: await newestToken(app, email) }
}

describe('an invitation of a user who has an account', () => {
  test('says so with the account’s name, and its token alone is enough to join', async () => {
    const { email } = person.user
    const { id, token } = await invite(second, email)
    expect((await app.call(auth.verifyInvitation, { query: { token } })).body).toEqual({
      email,
      invited_by: 'Ada Admin',
      organisation: 'Corner Pharmacy',
      has_account: true,
    })
    expect(await accept(token)).toMatchObject({ status: 200 })
    const { organisations } = await me(person)
    expect(organisations.map(({ tenant_id }: { tenant_id: string }) => tenant_id).toSorted()).toEqual(
      [first.tenant.id, second.tenant.id].toSorted(),
    )
    expect(await login(email)).toMatchObject({ body: { user: { id: person.user.id } } })
    expect(await switchTo(person, second.tenant.id)).toMatchObject({ status: 200 })
    expect(await login(email)).toMatchObject({ body: { user: { id } } })
  })

  test('changes no password, whatever the request contains', async () => {
    const { token } = await invite(second, person.user.email)
    const other = 'Other-Bridge-88'
    expect(await accept(token, { password: other, confirm_password: other })).toMatchObject({ status: 200 })
    expect((await login(person.user.email, other)).status).toBe(401)
    expect((await login(person.user.email)).status).toBe(200)
  })

  test('needs a password if there is no account', async () => {
    const { token } = await invite(second, `${randomUUID()}@example.com`)
    expect(await accept(token)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'password'], msg: 'Password is required' }] },
    })
    expect((await accept(token, { password, confirm_password: password })).status).toBe(200)
  })
})

describe('an organization', () => {
  test('cannot learn from an invitation whether the user has an account', async () => {
    const send = (email: string) =>
      app.call(users.createUser, { as: second.admin, body: { full_name: 'Ivy', email, roles: [] } })
    const [known, unknown] = [await send(person.user.email), await send(`${randomUUID()}@example.com`)]
    expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)])
    expect(known.body).toMatchObject({ full_name: 'Ivy', is_active: true, invitation_sent: true })
  })

  test('sees nothing of its members’ other organizations', async () => {
    const there = await app.joinAlso(person, second.tenant)
    await app.call(users.updateUser, {
      as: second.admin,
      params: { id: there.user.id },
      body: { full_name: 'Only There', is_tenant_admin: true },
    })
    expect(await me(person)).toMatchObject({ full_name: person.user.full_name, is_tenant_admin: false })
    expect(await app.call(users.readUser, { as: second.admin, params: { id: person.user.id } })).toMatchObject({
      status: 404,
    })
  })

  test('ends only its own sessions when it deactivates a member', async () => {
    const there = await app.joinAlso(person, second.tenant)
    const params = { id: there.user.id }
    await app.call(users.updateUser, { as: second.admin, params, body: { is_active: false } })
    expect((await app.call(auth.me, { as: there })).status).toBe(401)
    expect((await app.call(auth.refresh, { body: { refresh_token: there.refreshToken } })).status).toBe(401)
    expect((await me(person)).organisations).toEqual([{ tenant_id: first.tenant.id, name: 'Corner Pharmacy' }])
    expect((await switchTo(person, second.tenant.id)).status).toBe(404)
    expect((await login(person.user.email)).body.user.tenant_id).toBe(first.tenant.id)
  })
})

describe('switching organizations', () => {
  test('replaces the session with a new one that works only there', async () => {
    const { user } = await app.joinAlso(person, second.tenant)
    const { body } = await switchTo(person, second.tenant.id)
    expect((await app.call(auth.me, { as: person })).status).toBe(401)
    expect(await me(body.access_token)).toMatchObject({ id: user.id, tenant_id: second.tenant.id })
    const renewed = await app.call(auth.refresh, { body: { refresh_token: body.refresh_token } })
    expect(await me(renewed.body.access_token)).toMatchObject({ id: user.id })
    expect((await app.call(deliveries.listDeliveries, { as: renewed.body.access_token })).status).toBe(403)
  })

  test.each([
    ['an organization without the user', () => second.tenant.id],
    ['an unknown organization', () => randomUUID()],
  ])('returns 404 for %s', async (_, of) => {
    expect(await switchTo(person, of())).toMatchObject({ status: 404, text: '{"detail":"Tenant not found"}' })
    expect((await app.call(auth.me, { as: person })).status).toBe(200)
  })

  test('does not bring back a session that was elsewhere when an administrator there ended all sessions', async () => {
    const there = await app.joinAlso(person, second.tenant)
    const params = { id: there.user.id }
    passSeconds(app, 60)
    expect((await app.call(users.endSessionsOfUser, { as: second.admin, params })).status).toBe(204)
    expect(await switchTo(person, second.tenant.id)).toMatchObject({
      status: 401,
      body: { detail: 'Please sign in again' },
    })
    expect((await app.call(auth.me, { as: person })).status).toBe(200)
    passSeconds(app, 60)
    const { body } = await login(person.user.email)
    expect((await switchTo(body.access_token, second.tenant.id)).status).toBe(200)
  })

  test('returns 404 if the invitation there is pending', async () => {
    await invite(second, person.user.email)
    expect((await switchTo(person, second.tenant.id)).status).toBe(404)
  })
})

describe('an account without memberships', () => {
  const leave = () => app.call(users.deleteUser, { as: first.admin, params: { id: person.user.id } })

  test('cannot sign in, and signs up again like a new user, joining through the email', async () => {
    const { email } = person.user
    await leave()
    expect((await login(email)).status).toBe(401)
    const tenant_id = await signUp(app, email)
    expect((await login(email)).status).toBe(401)
    const { body } = await app.call(auth.verifyEmail, { body: { token: await newestToken(app, email) } })
    // The old password was deleted with the last membership.
    const chosen = { token: body.set_password_token, password, confirm_password: password }
    expect((await app.call(auth.setPassword, { body: chosen })).status).toBe(200)
    expect(await login(email)).toMatchObject({ status: 200, body: { user: { tenant_id } } })
  })

  test('can also join through an invitation', async () => {
    await leave()
    const { id, token } = await invite(second, person.user.email)
    expect((await accept(token)).status).toBe(422)
    expect((await accept(token, { password, confirm_password: password })).status).toBe(200)
    expect(await login(person.user.email)).toMatchObject({ body: { user: { id } } })
  })

  test('can sign up, while one with a membership gets 409', async () => {
    const body = { ...companyBody, email: person.user.email }
    const refused = { status: 409, body: { detail: 'An account with this email already exists' } }
    expect(await app.call(registration.signUpCompany, { body })).toMatchObject(refused)
    await leave()
    expect((await app.call(registration.signUpCompany, { body })).status).toBe(201)
  })
})

describe('of several emails pending for one address', () => {
  test('the first one opened creates the account, and the others join it', async () => {
    const email = `${randomUUID()}@example.com`
    const tenant_id = await signUp(app, email)
    const invited = await invite(first, email)
    const other = await invite(second, email)
    expect((await accept(invited.token, { password, confirm_password: password })).status).toBe(200)
    expect((await accept(other.token)).status).toBe(200)
    expect((await login(email)).status).toBe(200)
    await app.call(auth.sendVerificationEmail, { body: { email } })
    await app.sendMails()
    // The address already belongs to a member, so no verification mail is sent. Only the sign-up's own mail finishes the sign-up.
    expect(await app.table.get(keysOf(tenant_id).user(invited.id))).toBeUndefined()
    expect((await me((await login(email)).body.access_token)).organisations).toHaveLength(2)
  })

  test('a requested reset sends the link of the newest', async () => {
    const email = `${randomUUID()}@example.com`
    await signUp(app, email)
    passSeconds(app, 1)
    await invite(first, email)
    passSeconds(app, 1)
    const newest = await invite(second, email)
    await app.call(auth.requestPasswordReset, { body: { email } })
    await app.sendMails()
    const token = await newestToken(app, email)
    expect(token).not.toBe(newest.token)
    expect((await app.call(auth.verifyInvitation, { query: { token } })).status).toBe(200)
    expect((await accept(token, { password, confirm_password: password })).status).toBe(200)
    expect((await login(email)).body.user.id).toBe(newest.id)
  })
})

test('a password reset ends the account’s sessions in every organization', async () => {
  const there = await app.joinAlso(person, second.tenant)
  const token = await app.link(person.user, 'reset')
  const body = { token, new_password: 'Other-Bridge-88', confirm_password: 'Other-Bridge-88' }
  expect((await app.call(auth.resetPassword, { body })).status).toBe(200)
  for (const { token, refreshToken } of [person, there]) {
    expect((await app.call(auth.me, { as: token })).status).toBe(401)
    expect((await app.call(auth.refresh, { body: { refresh_token: refreshToken } })).status).toBe(401)
  }
})

test('a user who joined through a sign-up can join another organization at once', async () => {
  const email = `${randomUUID()}@example.com`
  const tenant_id = await signUp(app, email)
  const { body } = await joinByMail(app, email)
  const { token } = await invite(first, email)
  await accept(token)
  const organisations = (await me(body.access_token)).organisations.map((each: { tenant_id: string }) => each.tenant_id)
  expect(organisations.toSorted()).toEqual([tenant_id, first.tenant.id].toSorted())
})
