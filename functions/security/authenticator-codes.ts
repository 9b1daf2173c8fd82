/** Loads the library when someone first uses an authenticator app, so that cold starts don't load it. */
const library = () => import('otpauth')

/**
 * The time step of a code, in seconds. Every authenticator app supports this period together with the library's defaults, which are
 * six digits and SHA-1 (RFC 6238).
 */
const period = 30
const secretBytes = 20

/** Makes a new secret in base32, and the URI for the QR code. */
export async function newAuthenticator(email: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await library()
  const secret = new Secret({ size: secretBytes })
  const totp = new TOTP({ issuer: 'Carelane', label: email, secret, period })
  return { secret: secret.base32, uri: totp.toString() }
}

/**
 * Returns the time step to which a code belongs. It may be the current step or a neighbouring one, because clocks differ. Returns
 * undefined for a wrong code, and for a step that isn't later than `lastStep`, so that a code works only once.
 */
export async function timeStepOfCode(
  secret: string,
  code: string,
  { now, lastStep = -1 }: { now: Date; lastStep?: number | undefined },
): Promise<number | undefined> {
  // Only digits are passed to the library, because it throws at six characters that take more than six bytes.
  if (!/^\d{6}$/.test(code)) return undefined
  const { Secret, TOTP } = await library()
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), period, timestamp, window: 1 })
  const step = delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta
  return step !== undefined && step > lastStep ? step : undefined
}
