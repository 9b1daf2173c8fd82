/** Loaded when somebody first uses an authenticator app: it stays out of a cold start. */
const library = () => import('otpauth')

/** What every authenticator app takes: RFC 6238 with SHA-1, six digits, half a minute. */
const period = 30
const secretBytes = 20

/** A new secret in base32, as apps take it, and the address that a QR code shows them. */
export async function newAuthenticator(email: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await library()
  const secret = new Secret({ size: secretBytes })
  const totp = new TOTP({ issuer: 'Carelane', label: email, secret, period })
  return { secret: secret.base32, uri: totp.toString() }
}

/**
 * The step of time that a code is of: the present one, or one to either side, for clocks that differ. Undefined for any other code, and
 * for one of a step that is not after `lastStep`: a code is taken once.
 */
export async function stepOfCode(
  secret: string,
  code: string,
  { now, lastStep = -1 }: { now: Date; lastStep?: number | undefined },
): Promise<number | undefined> {
  // The library compares bytes, and throws at six characters that are more than six bytes.
  if (!/^\d{6}$/.test(code)) return undefined
  const { Secret, TOTP } = await library()
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), period, timestamp, window: 1 })
  const step = delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta
  return step !== undefined && step > lastStep ? step : undefined
}
