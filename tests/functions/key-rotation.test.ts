import { randomBytes } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { describe, expect } from 'vitest'
import { signAccessToken } from '#functions/security/access-tokens.ts'
import { openSigningKeys } from '#functions/security/signing-keys.ts'
import * as auth from '#shared/api/auth.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { newestToken } from '#tests/support/mailbox.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person } from '#tests/support/test-app.ts'

const newKey = () => randomBytes(32).toString('hex')
const old = newKey()
const next = newKey()
const beforeRotation = { current: 'old', old }
const rotated = { current: 'next', old, next }

let person: Person
let secret: Record<string, string> | undefined
test.beforeEach(async () => {
  secret = beforeRotation
  app.services.keys = openKeys()
  person = await app.join(pharmacy.tenant)
})

const openKeys = () =>
  openSigningKeys(
    async () => {
      if (!secret) throw new Error('Secrets Manager does not answer')
      return JSON.stringify(secret)
    },
    () => app.clock.now.getTime(),
  )
const me = (token: string) => app.call(auth.me, { as: token })
const refresh = (refresh_token: string) => app.call(auth.refresh, { body: { refresh_token } })
const kidOf = (token: string) => decodeProtectedHeader(token).kid

describe('after a rotation of the signing key', () => {
  test('users stay signed in, and the new key signs from then on', async () => {
    secret = rotated
    passSeconds(app, 5 * seconds.minute)
    expect(kidOf(person.token)).toBe('old')
    expect(await me(person.token)).toMatchObject({ status: 200 })
    const { body } = await refresh(person.refreshToken)
    expect(kidOf(body.access_token)).toBe('next')
    expect(await me(body.access_token)).toMatchObject({ status: 200 })
    expect(await refresh(body.refresh_token)).toMatchObject({ status: 200 })
  })

  test('a link that was emailed earlier still works', async () => {
    const { user } = await app.join(pharmacy.tenant, { password_hash: 'none' })
    await app.call(auth.requestPasswordReset, { body: { email: user.email } })
    await app.sendMails()
    const token = await newestToken(app, user.email)
    secret = rotated
    passSeconds(app, 5 * seconds.minute)
    const password = 'New-Harbor-Light-8'
    const body = { token, new_password: password, confirm_password: password }
    expect(await app.call(auth.resetPassword, { body })).toMatchObject({ status: 200 })
  })

  test('a function that read the secret before the rotation accepts the new key’s tokens', async () => {
    expect(await me(person.token)).toMatchObject({ status: 200 })
    passSeconds(app, 6)
    secret = rotated
    const [accountId = '', sessionId = ''] = person.refreshToken.split('.')
    const subject = { accountId, tenantId: person.user.tenant_id, userId: person.user.id, sessionId }
    const token = await signAccessToken(openKeys(), subject, app.clock.now)
    expect(kidOf(token)).toBe('next')
    expect(await me(token)).toMatchObject({ status: 200 })
  })

  test('tokens of the old key no longer work after its removal', async () => {
    secret = { current: 'next', next }
    passSeconds(app, 5 * seconds.minute)
    expect(await me(person.token)).toMatchObject({ status: 401 })
    expect(await refresh(person.refreshToken)).toMatchObject({ status: 401 })
  })
})

test('cached keys are used while Secrets Manager is unavailable', async () => {
  expect(await me(person.token)).toMatchObject({ status: 200 })
  secret = undefined
  passSeconds(app, seconds.hour)
  expect(await me((await app.signIn(person.user)).token)).toMatchObject({ status: 200 })
})
