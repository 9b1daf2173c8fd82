/** @module-tag proof */

import { expect } from 'vitest'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import { newNotMeToken } from '#functions/security/not-me-tokens.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import { notMe } from '#shared/api/auth.ts'
import * as factors from '#shared/api/factors.ts'
import { addAuthenticator, codeOf, passFirstSignInStep } from '#tests/support/authenticator-app.ts'
import { howMany } from '#tests/support/how-many.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { password } from '#tests/support/sign-up.ts'
import { addPasskey, passkeyProof, softwareAuthenticator } from '#tests/support/software-authenticator.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Subjects } from './groups.ts'
import { isAccepted, pairsOf, race } from './send-together.ts'

const rounds = howMany({ quick: 1, proof: 20 })

let password_hash: string
test.beforeAll(async () => {
  password_hash = await hashPassword(password)
})

async function aSubject(): Promise<Subjects['factors']> {
  for (const what of ['login-place', 'POST /api/auth/passkeys/challenge']) await resetRateLimits(app, what, '127.0.0.1')
  const person = await app.join(pharmacy.tenant, { password_hash })
  const { secret, recoveryCodes } = await addAuthenticator(app, person)
  const passkey = await addPasskey(app, person)
  const options = (await app.call(factors.readPasskeyOptions, { as: person })).body
  return {
    id: person.user.id,
    person,
    passkeyId: passkey.id,
    mfaToken: await passFirstSignInStep(app, person),
    code: codeOf(app, secret, 1),
    recoveryCode: recoveryCodes[0] ?? '',
    notMeToken: await newNotMeToken(
      app.services.keys,
      { account_id: person.user.account_id ?? '', notice: 'passkey_added', about: passkey.id },
      app.clock.now,
    ),
    proof: await passkeyProof(app, passkey),
    registration: softwareAuthenticator(app).register(options),
  }
}

test.each(pairsOf('factors'))('$one.name and $other.name concurrently: each proof is accepted once', async (pair) => {
  for (let round = 0; round < rounds; round++) {
    const subject = await aSubject()
    const answers = await race(app, { pair, subject, organisation: pharmacy, round })
    const isSame = pair.one.name === pair.other.name
    const isSpent = [
      ...[factors.passSecondStep, factors.signInWithPasskey, factors.removeTotp, factors.addPasskey],
      ...[factors.confirmIdentity, factors.resetFactors, notMe],
    ]
    if (isSame && isSpent.some((entry) => entry === pair.one.entry))
      expect(answers.filter(isAccepted).length).toBeLessThanOrEqual(1)
    const accountId = subject.person.user.account_id ?? ''
    const credentials = await app.table.get(unscopedKeys.credentials(accountId))
    const account = await app.table.get(unscopedKeys.account(accountId))
    // The deletion of the person's only membership deletes the whole account.
    expect(account === undefined).toBe(credentials === undefined)
    expect(account?.second_step ?? []).toEqual([
      ...(credentials?.totp ? ['totp'] : []),
      ...(credentials?.recovery_hashes?.length ? ['recovery'] : []),
      ...(credentials?.passkeys?.length ? ['passkey'] : []),
    ])
  }
})

test('the table is consistent after all pairs', async () => {
  expect(await problemsIn(app)).toEqual([])
})
