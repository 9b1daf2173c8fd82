import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#functions/security/passwords.ts'
import * as auth from '#shared/api/auth.ts'
import { edgeHeaders } from '#shared/api/edge-headers.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { aGoogleToken, testGoogleTokenReader } from '#tests/support/google.ts'
import { linkIn, mailsOf, newestToken } from '#tests/support/mailbox.ts'
import { chooseProducts, companyBody, joinByMail, signUp } from '#tests/support/sign-up.ts'
import { type Organisation, openTestApp, type TestApp } from '#tests/support/test-app.ts'

const attackers = 'Attackers-Choice-13'
const owners = 'Sturdy-Bridge-77'
let app: TestApp
let pharmacy: Organisation
let email: string
beforeAll(async () => {
  app = await openTestApp({
    around: (handler) => (event) => handler({ ...event, headers: { ...event.headers, [edgeHeaders.viewer]: place } }),
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  passSeconds(app, 2 * seconds.day)
  from('127.0.0.1')
  pharmacy = await app.createPharmacy()
  email = `${randomUUID()}@example.com`
})

let place = ''
/** Makes all further calls come from this address. */
const from = (address: string) => {
  place = address
}
const login = (password: string, device_token?: string) =>
  app.call(auth.login, { body: { email, password, ...(device_token && { device_token }) } })
const invite = (to = email, fields: object = {}) =>
  app.call(users.createUser, { as: pharmacy.admin, body: { full_name: 'Ivy', email: to, ...fields } })
const register = async (address = email) => {
  const { body } = await app.call(registration.register, {
    body: { ...companyBody, email: address, password: attackers },
  })
  return chooseProducts(app, body.tenant_id)
}
const reset = async () => {
  await app.call(auth.requestPasswordReset, { body: { email } })
  await app.sendMails()
  const token = await newestToken(app, email)
  return app.call(auth.resetPassword, { body: { token, new_password: owners, confirm_password: owners } })
}
const tooMany = { status: 429, body: { detail: 'Too many login attempts. Please try again later.' } }
const unknownHere = { status: 401, body: { detail: 'No account exists for this Google address' } }

describe('a stranger cannot claim an email address', () => {
  test.each([
    ['inviting it', () => invite()],
    ['inviting it without an email', () => invite(email, { send_invitation: false })],
    ['signing up with it', () => signUp(app, email)],
    ['registering it with a password', () => register()],
  ])('by %s: its owner can still sign up', async (_, squat) => {
    await squat()
    const tenant_id = await signUp(app, email)
    expect(await joinByMail(app, email)).toMatchObject({ status: 200, body: { user: { tenant_id } } })
  })

  test('by spelling it differently', async () => {
    await signUp(app, email)
    await joinByMail(app, email)
    for (const alias of [email.toUpperCase(), ` ${email} `, `\u{feff}${email}`, `${email}\u3000`])
      expect((await app.call(registration.signUpCompany, { body: { ...companyBody, email: alias } })).status).toBeOneOf(
        [409, 422],
      )
    for (const alias of [`"${email.replace('@', '"@')}`, `(a)${email}`, `<${email}>`, `${email},b@example.com`])
      expect((await app.call(registration.signUpCompany, { body: { ...companyBody, email: alias } })).status).toBe(422)
  })
})

describe('a stranger cannot keep access from before the owner proves the mailbox', () => {
  test('by registering a password, even if that sign-up’s own email is verified', async () => {
    await register()
    expect((await joinByMail(app, email)).status).toBe(200)
    expect((await login(attackers)).status).toBe(401)
  })

  test('by signing up beside an invitation that the owner accepts', async () => {
    await invite()
    const token = await newestToken(app, email)
    await register()
    await app.call(auth.acceptInvitation, { body: { token, password: owners, confirm_password: owners } })
    expect((await login(owners)).status).toBe(200)
    expect((await login(attackers)).status).toBe(401)
  })

  test('through Google, which does not turn a sign-up or an invitation into an account', async () => {
    app.services.google = testGoogleTokenReader
    await register()
    await invite()
    const token = aGoogleToken({ email })
    expect(await app.call(auth.googleAuth, { body: { token } })).toMatchObject(unknownHere)
    expect(await login(attackers)).toMatchObject({ body: { detail: 'Email not verified' } })
    await joinByMail(app, email)
    expect((await login(attackers)).status).toBe(401)
  })
})

describe('the limits on emails to one address', () => {
  const mailed = async (to = email) => (await mailsOf(app, to)).length

  test('allow an organization two invitations a day, including withdrawn ones', async () => {
    for (let i = 0; i < 2; i++) {
      const { status, body } = await invite()
      expect(status).toBe(201)
      await app.call(users.withdrawInvitation, { as: pharmacy.admin, params: { id: body.id } })
    }
    const refused = await invite()
    expect(refused).toMatchObject({ status: 429, body: { detail: 'Too many invitations. Try again later.' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await mailed()).toBe(2)
    passSeconds(app, seconds.day)
    pharmacy.admin = await app.signIn(pharmacy.admin.user)
    expect((await invite()).status).toBe(201)
  })

  test('let no organization block another’s invitation or a sign-up', async () => {
    for (let i = 0; i < 3; i++) {
      pharmacy = await app.createPharmacy()
      for (let again = 0; again < 2; again++) {
        const { body } = await invite()
        await app.call(users.withdrawInvitation, { as: pharmacy.admin, params: { id: body.id } })
      }
    }
    pharmacy = await app.createPharmacy()
    expect((await invite()).status).toBe(201)
    await signUp(app, email)
    expect(await mailed()).toBe(8)
  })

  test('allow five emails a day for sign-ups, verifications and resets in total', async () => {
    for (let i = 0; i < 2; i++) await signUp(app, email)
    for (let i = 0; i < 2; i++) await app.call(auth.sendVerificationEmail, { body: { email } })
    for (let i = 0; i < 2; i++) await app.call(auth.requestPasswordReset, { body: { email } })
    await app.sendMails()
    expect(await mailed()).toBe(5)
    // Another sign-up gets the usual response, but no mail.
    expect(await signUp(app, email)).toEqual(expect.any(String))
    expect(await mailed()).toBe(5)
    passSeconds(app, seconds.day)
    await app.call(auth.sendVerificationEmail, { body: { email } })
    await app.sendMails()
    expect(await mailed()).toBe(6)
  })

  test('hold for sixty concurrent invitations', { tags: ['proof'] }, async () => {
    const organisations = await Promise.all(Array.from({ length: 6 }, () => app.createPharmacy()))
    const people = organisations.map(({ admin }) => admin)
    const answers = await Promise.all(
      people.flatMap((as) =>
        Array.from({ length: 10 }, () => app.call(users.createUser, { as, body: { full_name: 'Ivy', email } })),
      ),
    )
    expect(await mailed()).toBeLessThanOrEqual(12)
    expect(answers.filter(({ status }) => ![201, 409, 429].includes(status))).toEqual([])
  })

  test('allow a new organization twenty invitations a day, and 200 after eight days', async () => {
    const all = async (times: number) => {
      const statuses: number[] = []
      for (let i = 0; i < times; i++) statuses.push((await invite(`${randomUUID()}@example.com`)).status)
      return statuses
    }
    expect(await all(21)).toEqual([...Array(20).fill(201), 429])
    passSeconds(app, 8 * seconds.day)
    pharmacy.admin = await app.signIn(pharmacy.admin.user)
    expect(new Set(await all(30))).toEqual(new Set([201]))
  })

  test('create no user for a rejected invitation and exclude the owner’s own requests', async () => {
    for (let i = 0; i < 2; i++) {
      const { body } = await invite()
      if (i === 0) await app.call(users.withdrawInvitation, { as: pharmacy.admin, params: { id: body.id } })
    }
    const other = await app.createPharmacy()
    for (let i = 0; i < 2; i++) {
      const { body } = await app.call(users.createUser, { as: other.admin, body: { full_name: 'Ivy', email } })
      await app.call(users.withdrawInvitation, { as: other.admin, params: { id: body.id } })
    }
    const again = await app.call(users.createUser, { as: other.admin, body: { full_name: 'Ivy', email } })
    expect(again.status).toBe(429)
    const listed = await app.call(users.listUsers, { as: other.admin })
    expect(listed.body.map((user: { email: string }) => user.email)).not.toContain(email)
    const [, mail] = await mailsOf(app, email)
    const { token } = linkIn(mail)
    await app.call(auth.acceptInvitation, { body: { token, password: owners, confirm_password: owners } })
    expect((await reset()).status).toBe(200)
  })

  test.each([
    ['a link', 'Visit https://evil.example now'],
    ['a host', 'evil.example'],
    ['a phone number', 'Call +1 (555) 010-0199'],
  ])('an email omits a name that contains %s', async (_, name) => {
    const { body } = await app.call(registration.signUpCompany, {
      body: { ...companyBody, email, full_name: name, company_name: name },
    })
    await chooseProducts(app, body.tenant_id)
    const [mail] = await mailsOf(app, email)
    for (const text of [mail?.subject, mail?.body.text, mail?.body.html]) expect(text).not.toContain(name)
    expect(mail?.body.text).toContain('Your account for an organization')
    const as = (await joinByMail(app, email)).body.access_token
    const to = `${randomUUID()}@example.com`
    await app.call(users.createUser, { as, body: { full_name: 'Ivy', email: to } })
    expect((await mailsOf(app, to))[0]?.subject).toBe('Someone invited you to an organization')
  })
})

describe('the limits on password guesses', () => {
  let device: string
  beforeEach(async () => {
    await app.join(pharmacy.tenant, { email, password_hash: await hashPassword(owners) })
    device = (await login(owners)).body.device_token
  })
  const guess = (times: number) => Promise.all(Array.from({ length: times }, () => login('wrong')))

  test('compare only five of 150 concurrent guesses from one network address', async () => {
    const answers = await guess(150)
    // If the table does not respond in time, the response is a 503, which is allowed here as well.
    expect(answers.filter(({ status }) => ![401, 429, 503].includes(status))).toEqual([])
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5)
    expect(await login(owners)).toMatchObject(tooMany)
  })

  test('never lock out other network addresses', async () => {
    await guess(20)
    expect(await login(owners)).toMatchObject(tooMany)
    from('198.51.100.7')
    expect((await login(owners)).status).toBe(200)
  })

  test('that are refused in one /64, however many, stop no one else in its /48', async () => {
    from('2001:db8:1:1::1')
    await guess(220)
    expect(await login(owners)).toMatchObject(tooMany)
    from('2001:db8:1:2::1')
    expect((await login(owners)).status).toBe(200)
  })

  test('block all but the owner’s devices after a hundred guesses in an hour from anywhere', {
    tags: ['proof'],
  }, async () => {
    for (let host = 0; host < 20; host++) {
      from(`203.0.113.${host}`)
      expect((await guess(5)).map(({ status }) => status)).toEqual(Array(5).fill(401))
    }
    from('198.51.100.7')
    const stopped = await login(owners)
    expect(stopped).toMatchObject(tooMany)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await login(owners, device)).status).toBe(200)
    const changed = `${device.slice(0, -1)}${device.endsWith('A') ? 'B' : 'A'}`
    for (const other of [changed, 'x', device.replace(/\.\d+\./, '.99999999999.')])
      expect(await login(owners, other)).toMatchObject(tooMany)

    const another = await app.join(pharmacy.tenant, { password_hash: await hashPassword(owners) })
    const theirs = await app.call(auth.login, { body: { email: another.user.email, password: owners } })
    expect(await login(owners, theirs.body.device_token)).toMatchObject(tooMany)

    await reset()
    expect((await login(owners)).status).toBe(200)
  })

  test('also block a device token from before a reset or more than 90 days ago', { tags: ['proof'] }, async () => {
    await reset()
    const fresh = (await login(owners)).body.device_token
    const stop = async () => {
      for (let host = 0; host < 21; host++) {
        from(`203.0.113.${host}`)
        await guess(5)
      }
      from('198.51.100.7')
    }
    await stop()
    expect(await login(owners, device)).toMatchObject(tooMany)
    expect((await login(owners, fresh)).status).toBe(200)
    passSeconds(app, 90 * seconds.day)
    await stop()
    expect(await login(owners, fresh)).toMatchObject(tooMany)
  })

  test('do not count the right password, which also resets its network address', async () => {
    for (let round = 0; round < 4; round++) {
      await guess(4)
      expect((await login(owners)).status).toBe(200)
    }
  })
})

describe('public calls have limits for each network address', () => {
  test('of twenty requested emails an hour, of both kinds together', async () => {
    for (let i = 0; i < 20; i++) {
      const entry = i % 2 ? auth.requestPasswordReset : auth.sendVerificationEmail
      expect((await app.call(entry, { body: { email: `${randomUUID()}@example.com` } })).status).toBe(200)
    }
    for (const entry of [auth.requestPasswordReset, auth.sendVerificationEmail])
      expect((await app.call(entry, { body: { email } })).status).toBe(429)
    from('198.51.100.7')
    expect((await app.call(auth.requestPasswordReset, { body: { email } })).status).toBe(200)
  })

  test('of sixty checked links a minute', async () => {
    const look = () => app.call(auth.verifyInvitation, { query: { token: 'x' } })
    for (let i = 0; i < 60; i++) expect((await look()).status).toBe(400)
    expect((await look()).status).toBe(429)
    expect((await app.call(auth.readVerification, { query: { token: 'x' } })).status).toBe(429)
    passSeconds(app, seconds.minute)
    expect((await look()).status).toBe(400)
  })
})

test('requesting an email makes the same table calls for every address', async () => {
  await app.join(pharmacy.tenant, { email })
  const { client } = app.services.table
  const commands: string[] = []
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        commands.push(commandName ?? '')
        return next(args)
      },
    { step: 'initialize', name: 'watch' },
  )
  const seen: string[][] = []
  for (const address of [email, `${randomUUID()}@example.com`]) {
    commands.length = 0
    from(`198.51.100.${seen.length}`)
    await app.call(auth.requestPasswordReset, { body: { email: address } })
    seen.push([...commands])
  }
  client.middlewareStack.remove('watch')
  expect(seen[0]).toEqual(seen[1])
})
