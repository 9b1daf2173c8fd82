/** Loaded when somebody first uses an authenticator app, to keep it out of cold starts. */
const library = () => import('otpauth')

/** The parameters that every authenticator app supports: RFC 6238 with SHA-1, six digits, half a minute. */
const period = 30
const secretBytes = 20

/** A new secret in base32, and the address for the QR code. */
export async function newAuthenticator(email: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await library()
  const secret = new Secret({ size: secretBytes })
  const totp = new TOTP({ issuer: 'Carelane', label: email, secret, period })
  return { secret: secret.base32, uri: totp.toString() }
}

/**
 * The time step of a code: the current one, or one to either side for clocks that differ. Undefined for any other code, and for a
 * step that is not after `lastStep`, so that a code works only once.
 */
export async function timeStepOfCode(
  secret: string,
  code: string,
  { now, lastStep = -1 }: { now: Date; lastStep?: number | undefined },
): Promise<number | undefined> {
  // The library compares bytes and throws if six characters are more than six bytes.
  if (!/^\d{6}$/.test(code)) return undefined
  const { Secret, TOTP } = await library()
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), period, timestamp, window: 1 })
  const step = delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta
  return step !== undefined && step > lastStep ? step : undefined
}
