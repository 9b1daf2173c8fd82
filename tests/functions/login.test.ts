import { argon2Sync, scryptSync } from 'node:crypto'
import { describe, expect } from 'vitest'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import type { NewDemoUser } from '#infra/local/demo/create-tenant.ts'
import * as auth from '#shared/api/auth.ts'
import * as registration from '#shared/api/registration.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { chooseProducts, companyBody } from '#tests/support/sign-up.ts'
import { spoofedAddressHeaders } from '#tests/support/spoofed-address-headers.ts'

const password = 'correct horse battery'
let password_hash: string
let people = 0
test.beforeAll(async () => {
  password_hash = await hashPassword(password)
})
// All tests call from one IP address. Let an hour pass before each, so that the attempts of the tests before no longer count.
test.beforeEach(() => passSeconds(app, seconds.hour))

async function someone(fields: Partial<NewDemoUser> = {}) {
  const email = `login${people++}@example.com`
  await app.join(pharmacy.tenant, { email, password_hash, full_name: 'Lea Login', ...fields })
  return email
}

const login = (email: unknown, secret: unknown = password) =>
  app.call(auth.login, { body: { email, password: secret } })

const refused = { status: 401, text: '{"detail":"Invalid email or password"}' }
const tooMany = { status: 429, body: { detail: 'Too many login attempts. Please try again later.' } }

async function fail(email: string, times: number) {
  for (let i = 0; i < times; i++) await login(email, 'wrong')
}

describe('a sign-in', () => {
  test('returns a pair of tokens and the user, never the password’s hash', async () => {
    const email = await someone({ roles: pharmacy.driver.user.roles })
    const { status, body, text } = await login(email)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      device_token: expect.any(String),
      user: {
        id: expect.any(String),
        tenant_id: pharmacy.tenant.id,
        full_name: 'Lea Login',
        email,
        phone: '',
        avatar_url: null,
        is_tenant_admin: false,
        is_active: true,
        roles: pharmacy.driver.user.roles,
        role: 'Delivery Staff',
        permissions: ['delivery.view_orders'],
        created_at: expect.any(String),
        state: 'Active',
        invitation_ends_at: null,
        last_seen_at: app.clock.now.toISOString(),
        open_deliveries: 0,
      },
    })
    expect(text).not.toMatch(/"\w*hash\w*":/)
  })

  test('returns an access token that works', async () => {
    const email = await someone()
    const { body } = await login(email)
    const me = await app.call(auth.me, { as: body.access_token })
    expect(me).toMatchObject({ status: 200, body: body.user })
  })

  test('ignores spaces and case in the email address', async () => {
    const email = await someone()
    expect(await login(`  ${email.toUpperCase()} `)).toMatchObject({ status: 200 })
  })

  test('respects spaces and case in the password', async () => {
    const email = await someone()
    expect(await login(email, `${password} `)).toMatchObject(refused)
    expect(await login(email, password.toUpperCase())).toMatchObject(refused)
  })
})

describe('the same error is returned', () => {
  test('for an unknown address', async () => {
    expect(await login('nobody@example.com')).toMatchObject(refused)
  })
  test('for a wrong password of any length', async () => {
    const email = await someone()
    expect(await login(email, 'x')).toMatchObject(refused)
  })
  test('for an account without a password', async () => {
    expect(await login(await someone({ password_hash: null }))).toMatchObject(refused)
  })
  test('for a deactivated account', async () => {
    expect(await login(await someone({ is_active: false }))).toMatchObject(refused)
  })
  test('for a wrong password of an unverified sign-up', async () => {
    expect(await login(await someone({ is_verified: false }), 'wrong')).toMatchObject(refused)
  })
})

describe('an unverified sign-up', () => {
  const notVerified = { status: 401, text: '{"detail":"Email not verified"}' }

  test('reports that its address is not verified only with the right password', async () => {
    expect(await login(await someone({ is_verified: false }))).toMatchObject(notVerified)
  })

  test('does so beside other sign-ups with the same address, each with its own password', async () => {
    const email = `registered-twice${people++}@example.com`
    const passwords = ['Sturdy-Bridge-77', 'Narrow-Tunnel-88']
    for (const secret of passwords) {
      const body = { ...companyBody, email, password: secret }
      const { tenant_id } = (await app.call(registration.register, { body })).body
      await chooseProducts(app, tenant_id)
    }
    for (const secret of passwords) expect(await login(email, secret)).toMatchObject(notVerified)
    expect(await login(email)).toMatchObject(refused)
  })

  test('no longer does so once the address has an account', async () => {
    const email = await someone({ is_verified: false })
    const { tenant } = await app.createPharmacy()
    await app.join(tenant, { email, password_hash: await hashPassword('Narrow-Tunnel-88') })
    expect(await login(email)).toMatchObject(refused)
    expect(await login(email, 'Narrow-Tunnel-88')).toMatchObject({ status: 200 })
  })
})

test('a missing field is reported', async () => {
  expect(await login('', '')).toMatchObject({
    status: 422,
    body: {
      detail: [
        { loc: ['body', 'email'], msg: 'Email is required' },
        { loc: ['body', 'password'], msg: 'Password is required' },
      ],
    },
  })
})

describe('after five failures with one email address', () => {
  test('the right password is also rejected, with the time to try again', async () => {
    const email = await someone()
    await fail(email, 5)
    const answer = await login(email)
    expect(answer).toMatchObject(tooMany)
    expect(answer.headers.get('retry-after')).toBe('900')
  })
  test('an unknown address is rejected in the same way', async () => {
    await fail('unknown@example.com', 5)
    expect(await login('unknown@example.com')).toMatchObject(tooMany)
  })
  test('another address can sign in', async () => {
    await fail(await someone(), 6)
    expect(await login(await someone())).toMatchObject({ status: 200 })
  })
  test('the address in capitals counts as the same', async () => {
    const email = await someone()
    await fail(email, 5)
    expect(await login(email.toUpperCase())).toMatchObject(tooMany)
  })
  test('at most five of many concurrent guesses are compared', async () => {
    const email = await someone()
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, 'wrong')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })
})

test('a successful sign-in resets the count of its address', async () => {
  const email = await someone()
  for (let round = 0; round < 2; round++) {
    await fail(email, 4)
    expect(await login(email)).toMatchObject({ status: 200 })
  }
})

test('each failure is forgotten after fifteen minutes', async () => {
  const email = await someone()
  for (let i = 0; i < 5; i++) {
    await login(email, 'wrong')
    passSeconds(app, seconds.minute)
  }
  passSeconds(app, 10 * seconds.minute - 1)
  const early = await login(email)
  expect(early).toMatchObject(tooMany)
  passSeconds(app, Number(early.headers.get('retry-after')))
  expect(await login(email)).toMatchObject({ status: 200 })
})

test('a user who waits as long as Retry-After says can sign in, even after rejected attempts', async () => {
  const email = await someone()
  for (let i = 0; i < 12; i++) {
    await login(email, 'wrong')
    passSeconds(app, 10)
  }
  const refusal = await login(email)
  expect(refusal).toMatchObject(tooMany)
  const retryAfter = Number(refusal.headers.get('retry-after'))
  passSeconds(app, retryAfter)
  expect(await login(email)).toMatchObject({ status: 200 })
})

test('a user who returns one second early cannot sign in', async () => {
  const email = await someone()
  await fail(email, 6)
  const retryAfter = Number((await login(email)).headers.get('retry-after'))
  passSeconds(app, retryAfter - 1)
  expect(await login(email)).toMatchObject(tooMany)
})

describe('fifty failures from one network address', () => {
  test('block it for every account', async () => {
    const email = await someone()
    await fail('someone@example.com', 49)
    expect(await login(email)).toMatchObject({ status: 200 })
    await fail('someone@example.com', 1)
    const refusal = await login(email)
    expect(refusal).toMatchObject(tooMany)
    passSeconds(app, Number(refusal.headers.get('retry-after')))
    expect(await login(email)).toMatchObject({ status: 200 })
  })
  test('are counted by the address that the edge reports, whatever headers the client sends', async () => {
    const email = await someone()
    for (let i = 0; i < 50; i++) {
      await app.call(auth.login, {
        body: { email: 'someone@example.com', password: 'x' },
        headers: spoofedAddressHeaders(app, i),
      })
    }
    expect(await login(email)).toMatchObject(tooMany)
  })
  test('block it for as long as it keeps trying', async () => {
    await fail('someone@example.com', 50)
    for (let i = 0; i < 14; i++) {
      passSeconds(app, seconds.minute)
      await fail('someone@example.com', 5)
    }
    passSeconds(app, seconds.minute)
    expect(await login(await someone())).toMatchObject(tooMany)
  })
})

const nonce = Buffer.from('sixteen bytes...')
const argon2 = { message: password, nonce, parallelism: 1, tagLength: 32, memory: 8192, passes: 1 }
test.each([
  ['with older parameters', 'argon2id$8192$1', argon2Sync('argon2id', argon2)],
  ['from a runtime without argon2id', 'scrypt$16384$1', scryptSync(password, nonce, 32, { N: 16_384, r: 8, p: 1 })],
])('a hash %s is accepted and replaced at the next sign-in', async (_, parameters, hash) => {
  const email = await someone({
    password_hash: [parameters, nonce.toString('base64url'), hash.toString('base64url')].join('$'),
  })
  const { body } = await login(email)
  const owner = await app.table.get(unscopedKeys.email(body.user.email))
  const stored = await app.table.get(unscopedKeys.credentials(owner?.account_id ?? ''))
  expect(stored).toMatchObject({ password_hash: expect.stringMatching(/^argon2id\$19456\$2\$/) })
  expect(await login(email)).toMatchObject({ status: 200 })
  expect(await login(email, 'wrong')).toMatchObject(refused)
})
