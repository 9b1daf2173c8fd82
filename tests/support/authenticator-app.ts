import { Secret, TOTP } from 'otpauth'
import * as auth from '#shared/api/auth.ts'
import * as factors from '#shared/api/factors.ts'
import { password } from './sign-up.ts'
import type { Person, TestApp } from './test-app.ts'

/** Returns the code that an authenticator app shows `steps` periods of half a minute from now. */
export const codeOf = ({ clock }: Pick<TestApp, 'clock'>, secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now.getTime() + steps * 30_000 })

/** Sets an authenticator app up for a person's account. */
export async function addAuthenticator(app: TestApp, as: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await app.call(factors.beginTotp, { as })).body
  const { body } = await app.call(factors.confirmTotp, { as, body: { code: codeOf(app, secret) } })
  return { secret, recoveryCodes: body.recovery_codes }
}

/** Passes the first step of a sign-in, with the `password` of `sign-up.ts`, and returns the token for the second step. */
export async function passFirstSignInStep(app: TestApp, { user: { email } }: Person): Promise<string> {
  return (await app.call(auth.login, { body: { email, password } })).body.mfa_token
}
