/** @module-tag proof */

import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import * as auth from '#shared/api/auth.ts'
import { limitCountName } from '#shared/api/contract.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import { mailsOf, newestToken } from '#tests/support/mailbox.ts'
import { app, test } from '#tests/support/product-test.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { signUp } from '#tests/support/sign-up.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { TestResponse } from '#tests/support/test-app.ts'
import { newPassword, oldPassword } from './passwords.ts'
import { isAccepted, refusalTextOf, sendTogether } from './send-together.ts'

const rounds = 40

let email: string
test.beforeEach(unlimited)

async function unlimited() {
  for (const what of ['links', 'login-place', ...Object.values(registration).map(limitCountName)])
    await resetRateLimits(app, what, '127.0.0.1')
  email = `${randomUUID()}@example.com`
}

const countMails = async () => (await mailsOf(app, email)).length

/**
 * Waits until there are more than `before` emails, and returns the token of the newest. Before that, the newest mail is an older
 * one.
 */
async function nextToken(before: number) {
  await expect.poll(countMails).toBeGreaterThan(before)
  return newestToken(app, email)
}

/** An invitation or a sign-up whose mail to the address has not been answered yet, with the organisation that the mail leads to. */
interface Waiting {
  tenantId: string
  answer: (password: string) => Promise<TestResponse>
}

async function anInvitation(): Promise<Waiting & { withdraw: () => Promise<TestResponse> }> {
  const { tenant, admin } = await app.createPharmacy()
  const before = await countMails()
  const { body } = await app.call(users.createUser, { as: admin, body: { full_name: 'Ivy Invited', email } })
  const token = await nextToken(before)
  return {
    tenantId: tenant.id,
    answer: (password) => app.call(auth.acceptInvitation, { body: { token, password, confirm_password: password } }),
    withdraw: () => app.call(users.withdrawInvitation, { as: admin, params: { id: body.id } }),
  }
}

async function aSignUp(): Promise<Waiting> {
  const before = await countMails()
  const tenantId = await signUp(app, email)
  const token = await nextToken(before)
  return {
    tenantId,
    async answer(password) {
      const verified = await app.call(auth.verifyEmail, { body: { token } })
      const { set_password_token } = verified.body
      if (!isAccepted(verified) || !set_password_token) return verified
      const chosen = { token: set_password_token, password, confirm_password: password }
      const { status } = await app.call(auth.setPassword, { body: chosen })
      // If two requests choose a password for one new account at the same time, only the later link is valid, and the request with
      // the earlier one gets a 400.
      expect([200, 400]).toContain(status)
      return verified
    },
  }
}

const login = (password: string) => app.call(auth.login, { body: { email, password } })

/** Expects that the address has one account, with one password, that belongs to these organisations. */
async function expectOneAccount(tenantIds: readonly string[]) {
  expect(await app.table.get(unscopedKeys.email(email))).toBeDefined()
  const signedIn = (await Promise.all([login(oldPassword), login(newPassword)])).filter(isAccepted)
  expect(signedIn).toHaveLength(1)
  const { organisations } = (await app.call(auth.me, { as: signedIn[0]?.body.access_token })).body
  const joined = organisations.map(({ tenant_id }: { tenant_id: string }) => tenant_id)
  expect(joined.toSorted()).toEqual(tenantIds.toSorted())
}

describe.each([
  ['two organizations invite one address, and both invitations are accepted concurrently', anInvitation, anInvitation],
  ['two sign-ups with one address are verified concurrently', aSignUp, aSignUp],
  ['an invitation is accepted while a sign-up with its address is verified', anInvitation, aSignUp],
])('%s', (_, makeOne, makeOther) => {
  test('both succeed: one creates the account, and the other joins it', async () => {
    for (let round = 0; round < rounds; round++) {
      await unlimited()
      const [one, other] = [await makeOne(), await makeOther()]
      const answers = await sendTogether(
        () => one.answer(oldPassword),
        () => other.answer(newPassword),
        round,
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      await expectOneAccount([one.tenantId, other.tenantId])
    }
  })
})

test('an invitation is accepted or withdrawn, never both, without affecting another organization’s', async () => {
  for (let round = 0; round < rounds; round++) {
    await unlimited()
    const [one, other] = [await anInvitation(), await anInvitation()]
    const [accepted, withdrawn] = await sendTogether(() => one.answer(oldPassword), one.withdraw, round)
    expect([accepted, withdrawn].filter(isAccepted)).toHaveLength(1)
    if (isAccepted(accepted)) expect(refusalTextOf(withdrawn)).toBe('409 This user has already set up their account')
    else
      expect(refusalTextOf(accepted)).toBe(
        '400 This invitation link is invalid or has expired. Please request a new one.',
      )
    expect((await other.answer(newPassword)).status).toBe(200)
    await expectOneAccount([...(isAccepted(accepted) ? [one.tenantId] : []), other.tenantId])
  }
})

test('in the end, every account, address and count is correct', async () => {
  expect(await problemsIn(app)).toEqual([])
})
