import { describe, expect } from 'vitest'
import { mailPartitions } from '#functions/data/entities/mail.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import * as auth from '#shared/api/auth.ts'
import * as users from '#shared/api/users.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { linkIn, mailsOf, newestToken } from '#tests/support/mailbox.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import type { Person, TestResponse } from '#tests/support/test-app.ts'

const oldPassword = 'Old-Harbor-Light-7'
const newPassword = 'New-Harbor-Light-8'
let password_hash: string
/** Returns the emails to an address that were requested and have not been sent yet. */
async function requestedEmails(email: string) {
  const waiting = await Promise.all(mailPartitions.map((partition) => app.table.queryAll(partition)))
  return waiting.flat().filter((mail) => 'email' in mail && mail.email === email)
}

test.beforeAll(async () => {
  password_hash = await hashPassword(oldPassword)
})

let person: Person
let admin: Person
test.beforeEach(async () => {
  passSeconds(app, seconds.hour)
  person = await app.join(pharmacy.tenant, { password_hash })
  admin = await app.signIn(pharmacy.admin.user)
})

/** Requests an email and lets the worker decide what to send. */
async function ask(entry: typeof auth.requestPasswordReset | typeof auth.sendVerificationEmail, email: string) {
  const answer = await app.call(entry, { body: { email } })
  await app.sendMails()
  return answer
}
const login = (email: string, password: string) => app.call(auth.login, { body: { email, password } })
const reset = (token: string, password = newPassword) =>
  app.call(auth.resetPassword, { body: { token, new_password: password, confirm_password: password } })
const choose = (entry: typeof auth.setPassword | typeof auth.acceptInvitation, token: string, password = newPassword) =>
  app.call(entry, { body: { token, password, confirm_password: password } })
const verify = (token: string) => app.call(auth.verifyEmail, { body: { token } })
const checkVerification = (token: string) => app.call(auth.readVerification, { query: { token } })
const checkInvitation = (token: string) => app.call(auth.verifyInvitation, { query: { token } })

async function resetTokenOf(email: string) {
  await ask(auth.requestPasswordReset, email)
  return newestToken(app, email)
}
async function verificationTokenOf(email: string) {
  await ask(auth.sendVerificationEmail, email)
  return newestToken(app, email)
}

let invited = 0
/** Invites a user as the administrator. Returns the user's id and email with the token in the invitation's mail. */
async function invite(): Promise<{ id: string; email: string; token: string }> {
  const email = `invited${invited++}@example.com`
  const { body } = await app.call(users.createUser, { as: admin, body: { full_name: 'Ivy', email } })
  return { id: body.id, email, token: await newestToken(app, email) }
}

const unusable = (name: string) => ({
  status: 400,
  text: JSON.stringify({ detail: `This ${name} link is invalid or has expired. Please request a new one.` }),
})
const badReset = unusable('password reset')
const badVerification = unusable('verification')
const badInvitation = unusable('invitation')
const badSetPassword = unusable('set-password')

describe('a password reset', () => {
  test('makes the new password the only valid one', async () => {
    const { email } = person.user
    expect(await ask(auth.requestPasswordReset, email)).toMatchObject({
      status: 200,
      body: { message: 'If your email is registered, you will receive a password reset link shortly.' },
    })
    const [mail] = await mailsOf(app, email)
    expect(linkIn(mail).path).toBe('/reset-password')
    expect(await reset(linkIn(mail).token)).toMatchObject({ status: 200 })
    expect(await login(email, oldPassword)).toMatchObject({ status: 401 })
    expect(await login(email, newPassword)).toMatchObject({ status: 200, body: { user: { email } } })
  })

  test('ends every session at its next call', async () => {
    const other = await app.signIn(person.user)
    await reset(await resetTokenOf(person.user.email))
    for (const { token, refreshToken } of [person, other]) {
      expect(await app.call(auth.me, { as: token })).toMatchObject({ status: 401 })
      expect(await app.call(auth.refresh, { body: { refresh_token: refreshToken } })).toMatchObject({ status: 401 })
    }
    const { body } = await login(person.user.email, newPassword)
    expect(await app.call(auth.me, { as: body.access_token })).toMatchObject({ status: 200 })
  })

  test('also ends a session opened afterward by a sign-in that had already read the account', async () => {
    const before = await app.accountOfUser(person.user)
    await reset(await resetTokenOf(person.user.email))
    const late = await app.signIn(person.user, before)
    expect(await app.call(auth.me, { as: late })).toMatchObject({ status: 401 })
    expect(await app.call(auth.refresh, { body: { refresh_token: late.refreshToken } })).toMatchObject({
      status: 401,
    })
  })

  test('sends the invitation again to a user who has not joined yet', async () => {
    const { email, token } = await invite()
    await ask(auth.requestPasswordReset, email)
    const [, again] = await mailsOf(app, email)
    expect(linkIn(again).path).toBe('/accept-invitation')
    expect(await checkInvitation(token)).toMatchObject(badInvitation)
    expect(await choose(auth.acceptInvitation, linkIn(again).token)).toMatchObject({ status: 200 })
  })

  test('follows the password rules, and a rejected password does not use up the link', async () => {
    const token = await resetTokenOf(person.user.email)
    const send = (new_password: unknown, confirm_password: unknown) =>
      app.call(auth.resetPassword, { body: { token, new_password, confirm_password } })
    expect(await send('Short-1', 'Short-1')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'new_password'], msg: 'Password must be at least 12 characters' }] },
    })
    expect(await send('My-Password-2026', 'My-Password-2026')).toMatchObject({
      body: { detail: [{ msg: 'Avoid common words and patterns' }] },
    })
    expect(await send(newPassword, 'another')).toMatchObject({
      body: { detail: [{ loc: ['body', 'confirm_password'], msg: 'Passwords must match' }] },
    })
    expect(await send(`${'Aa1!'.repeat(32)}x`, `${'Aa1!'.repeat(32)}x`)).toMatchObject({
      body: { detail: [{ msg: 'Password must be at most 128 characters' }] },
    })
    expect(await send('Aa1!'.repeat(32), 'Aa1!'.repeat(32))).toMatchObject({ status: 200 })
  })

  test('works only once, even if the link is used several times concurrently', async () => {
    const token = await resetTokenOf(person.user.email)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => reset(token, `${newPassword}-${i}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(badReset)
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(await login(person.user.email, `${newPassword}-${winner}`)).toMatchObject({ status: 200 })
  })

  test('invalidates earlier reset links', async () => {
    const first = await resetTokenOf(person.user.email)
    const second = await resetTokenOf(person.user.email)
    expect(second).not.toBe(first)
    expect(await reset(first)).toMatchObject(badReset)
    expect(await reset(second)).toMatchObject({ status: 200 })
  })

  test('expires after exactly one hour', async () => {
    const token = await resetTokenOf(person.user.email)
    passSeconds(app, seconds.hour - 1)
    const late = await app.join(pharmacy.tenant, { password_hash })
    const lateToken = await resetTokenOf(late.user.email)
    expect(await reset(token)).toMatchObject({ status: 200 })
    passSeconds(app, seconds.hour)
    expect(await reset(lateToken)).toMatchObject(badReset)
  })
})

describe('a verification', () => {
  test('shows its email address each time it is opened and changes nothing', async () => {
    const { user } = await app.join(pharmacy.tenant, { is_verified: false })
    const token = await verificationTokenOf(user.email)
    for (let i = 0; i < 2; i++)
      expect(await checkVerification(token)).toMatchObject({ status: 200, text: JSON.stringify({ email: user.email }) })
    expect(await verify(token)).toMatchObject({ status: 200 })
    expect(await checkVerification(token)).toMatchObject(badVerification)
  })

  test('discards the password chosen at registration and asks for a new one', async () => {
    const { user } = await app.join(pharmacy.tenant, { password_hash, is_verified: false })
    expect(await login(user.email, oldPassword)).toMatchObject({ body: { detail: 'Email not verified' } })
    const token = await verificationTokenOf(user.email)
    const { status, body } = await verify(token)
    expect({ status, body }).toEqual({
      status: 200,
      body: { email: user.email, set_password_token: expect.any(String) },
    })
    expect(await login(user.email, oldPassword)).toMatchObject({ body: { detail: 'Invalid email or password' } })
    await choose(auth.setPassword, body.set_password_token)
    expect(await login(user.email, oldPassword)).toMatchObject({ status: 401 })
    expect(await login(user.email, newPassword)).toMatchObject({ status: 200 })
    expect(await verify(token)).toMatchObject(badVerification)
  })

  test('expires after exactly 24 hours', async () => {
    const { user } = await app.join(pharmacy.tenant, { password_hash, is_verified: false })
    const token = await verificationTokenOf(user.email)
    passSeconds(app, seconds.day)
    expect(await verify(token)).toMatchObject(badVerification)
  })

  test.each([
    ['a verification email', auth.sendVerificationEmail],
    ['a password reset', auth.requestPasswordReset],
  ])('lets a user who signed up choose a password after requesting %s', async (_, entry) => {
    const { user } = await app.join(pharmacy.tenant, { is_verified: false })
    await ask(entry, user.email)
    const [mail] = await mailsOf(app, user.email)
    expect(mail?.subject).toBe('Verify your email address and choose a password')
    expect(linkIn(mail).path).toBe('/verify-email')
    const { body } = await verify(linkIn(mail).token)
    expect(body).toEqual({ email: user.email, set_password_token: expect.any(String) })
    expect(await choose(auth.setPassword, body.set_password_token)).toMatchObject({ status: 200 })
    expect(await login(user.email, newPassword)).toMatchObject({ status: 200 })
    expect(await choose(auth.setPassword, body.set_password_token)).toMatchObject(badSetPassword)
  })

  test('allows one hour to choose the password', async () => {
    const { user } = await app.join(pharmacy.tenant, { is_verified: false })
    const { body } = await verify(await verificationTokenOf(user.email))
    passSeconds(app, seconds.hour)
    expect(await choose(auth.setPassword, body.set_password_token)).toMatchObject(badSetPassword)
  })

  test('is not sent to a member of an organization', async () => {
    await ask(auth.sendVerificationEmail, person.user.email)
    expect(await mailsOf(app, person.user.email)).toEqual([])
  })
})

describe('an invitation', () => {
  test('shows the invited address and the inviter each time it is opened, and sets up the account', async () => {
    const { email, token } = await invite()
    for (let i = 0; i < 2; i++)
      expect(await checkInvitation(token)).toMatchObject({
        status: 200,
        body: { email, invited_by: 'Ada Admin', organisation: 'Corner Pharmacy', has_account: false },
      })
    expect(await login(email, newPassword)).toMatchObject({ status: 401 })
    expect(await choose(auth.acceptInvitation, token)).toMatchObject({ status: 200 })
    expect(await login(email, newPassword)).toMatchObject({ status: 200 })
    expect(await checkInvitation(token)).toMatchObject(badInvitation)
  })

  test('is accepted only once, even if sent several times concurrently', async () => {
    const { token } = await invite()
    const accept = () => choose(auth.acceptInvitation, token)
    const answers = await Promise.all(Array.from({ length: 20 }, accept))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
  })

  test('has its full lifetime when sent again, and the old link no longer works', async () => {
    const { id, email, token } = await invite()
    passSeconds(app, 6 * seconds.day)
    admin = await app.signIn(pharmacy.admin.user)
    expect(await app.call(users.resendInvitation, { as: admin, params: { id } })).toMatchObject({
      status: 200,
      body: { id, email, invitation_sent: true },
    })
    expect(await checkInvitation(token)).toMatchObject(badInvitation)
    const fresh = await newestToken(app, email)
    passSeconds(app, 7 * seconds.day - 1)
    expect(await checkInvitation(fresh)).toMatchObject({ status: 200 })
    passSeconds(app, 1)
    expect(await checkInvitation(fresh)).toMatchObject(badInvitation)
    expect(await choose(auth.acceptInvitation, fresh)).toMatchObject(badInvitation)
  })

  test('is not sent again to a user who has set up the account', async () => {
    const { id, token } = await invite()
    await choose(auth.acceptInvitation, token)
    expect(await app.call(users.resendInvitation, { as: admin, params: { id } })).toMatchObject({
      status: 409,
      body: { detail: 'This user has already set up their account' },
    })
  })
})

describe('a link', () => {
  test('works for its own purpose only', async () => {
    const unverified = await app.join(pharmacy.tenant, { password_hash, is_verified: false })
    const verification = await verificationTokenOf(unverified.user.email)
    const resetting = await resetTokenOf(person.user.email)
    const { token: invitation } = await invite()
    for (const token of [verification, invitation]) expect(await reset(token)).toMatchObject(badReset)
    for (const token of [resetting, invitation]) expect(await verify(token)).toMatchObject(badVerification)
    for (const token of [resetting, verification]) {
      expect(await checkInvitation(token)).toMatchObject(badInvitation)
      expect(await choose(auth.acceptInvitation, token)).toMatchObject(badInvitation)
    }
    for (const token of [resetting, verification, invitation])
      expect(await choose(auth.setPassword, token)).toMatchObject(badSetPassword)
    expect(await reset(resetting)).toMatchObject({ status: 200 })
  })

  test('is rejected with any byte changed', async () => {
    const token = await resetTokenOf(person.user.email)
    const dot = token.lastIndexOf('.')
    const bytes = Buffer.from(token.slice(dot + 1), 'base64url')
    for (const i of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[i] = (changed[i] ?? 0) ^ 1
      // One IP address may check 60 links per minute.
      passSeconds(app, 2)
      expect(await reset(`${token.slice(0, dot)}.${changed.toString('base64url')}`)).toMatchObject(badReset)
    }
    expect(await reset(token)).toMatchObject({ status: 200 })
  })

  test.each(['', 'x', '.', 'a.b.c', '__proto__.AAAA', 'x'.repeat(1000)])(
    'is rejected if made up: %j',
    async (token) => {
      expect(await reset(token)).toMatchObject(badReset)
      expect(await verify(token)).toMatchObject(badVerification)
      expect(await checkInvitation(token)).toMatchObject(badInvitation)
    },
  )

  test('no longer works after its user is deactivated or deleted', async () => {
    const [deactivated, deleted] = [await invite(), await invite()]
    await app.call(users.updateUser, { as: admin, params: deactivated, body: { is_active: false } })
    await app.call(users.deleteUser, { as: admin, params: deleted })
    for (const { token } of [deactivated, deleted]) {
      expect(await checkInvitation(token)).toMatchObject(badInvitation)
      expect(await choose(auth.acceptInvitation, token)).toMatchObject(badInvitation)
    }
  })

  test('invalidates all other links of its account once a password is chosen with it', async () => {
    const first = await resetTokenOf(person.user.email)
    const chosen = await app.link(person.user, 'set_password')
    expect(await choose(auth.setPassword, chosen)).toMatchObject({ status: 200 })
    expect(await reset(first)).toMatchObject(badReset)
  })
})

describe.each([
  ['a password reset', auth.requestPasswordReset],
  ['a verification email', auth.sendVerificationEmail],
])('requesting %s', (_, entry) => {
  test('does not reveal whether an address has an account', async () => {
    const unverified = await app.join(pharmacy.tenant, { password_hash, is_verified: false })
    const inactive = await app.join(pharmacy.tenant, { password_hash, is_active: false, is_verified: false })
    const addresses = [unverified.user.email, person.user.email, inactive.user.email, 'nobody@example.com']
    const answers = await Promise.all(addresses.map((email) => ask(entry, email)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const headerNames = answers.map(({ headers }) => [...headers.keys()].sort().join())
    expect(new Set(headerNames).size).toBe(1)
    expect(await mailsOf(app, unverified.user.email)).toHaveLength(1)
    expect(await mailsOf(app, inactive.user.email)).toEqual([])
    expect(await mailsOf(app, 'nobody@example.com')).toEqual([])
  })

  test.each([
    ['known', () => person.user.email],
    ['unknown', () => `stranger-${entry.path.length}@example.com`],
  ])(
    'sends at most five emails a day, with the same response each time, for an address that is %s',
    async (_kind, emailOf) => {
      const email = emailOf()
      const answers: TestResponse[] = []
      for (let i = 0; i < 6; i++) answers.push(await app.call(entry, { body: { email: ` ${email.toUpperCase()} ` } }))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
      expect(await requestedEmails(email)).toHaveLength(5)
      passSeconds(app, seconds.day)
      await app.call(entry, { body: { email } })
      expect(await requestedEmails(email)).toHaveLength(6)
    },
  )

  test('requires an email address', async () => {
    for (const [email, msg] of [
      ['', 'Email is required'],
      ['ada', 'Please enter a valid email'],
    ])
      expect(await ask(entry, email ?? '')).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'email'], msg }] },
      })
  })
})

test('requests for one kind of email do not count toward the limit of the other', async () => {
  for (let i = 0; i < 5; i++) await ask(auth.requestPasswordReset, person.user.email)
  expect(await ask(auth.sendVerificationEmail, person.user.email)).toMatchObject({ status: 200 })
})

test('the table contains no usable token and no password', async () => {
  const { email, token: invitation } = await invite()
  const resetting = await resetTokenOf(person.user.email)
  const noPassword = await app.join(pharmacy.tenant, { is_verified: false })
  const verified = await verify(await verificationTokenOf(noPassword.user.email))
  const { body: session } = await login(person.user.email, oldPassword)
  const dump = await tableDump(app)
  expect(dump.includes(email)).toBe(true)
  const secrets = [invitation, resetting, verified.body.set_password_token, session.access_token, session.refresh_token]
  for (const secret of [...secrets, admin.token, admin.refreshToken]) {
    expect(secret.length).toBeGreaterThan(40)
    // Neither the whole token nor its secret part may be in the table.
    expect([dump.includes(secret), dump.includes(secret.slice(-40))]).toEqual([false, false])
  }
  for (const password of [oldPassword, newPassword]) expect(dump.includes(password)).toBe(false)
})
