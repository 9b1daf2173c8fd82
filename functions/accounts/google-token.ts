import { unscopedKeys } from '../data/table-keys.ts'
import { put, type Write } from '../data/writes.ts'
import type { AppError } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import type { GoogleIdentity } from '../security/google.ts'

interface GoogleProof extends GoogleIdentity {
  /** Marks the token as used. Add it to the transaction for which the token is used, so that a token works only once. */
  taken: Write
}

/**
 * Reads the identity in a Google ID token. Throws `refused` if the token is not valid. The write `taken` throws it too, if the
 * token was used before.
 */
export async function readGoogleToken(
  { google, now }: Services,
  token: string,
  refused: () => AppError,
): Promise<GoogleProof> {
  const identity = await google?.(token, now())
  if (!identity) throw refused()
  const { expires_at_seconds } = identity
  return { ...identity, taken: put(unscopedKeys.usedToken(token), { expires_at_seconds }, { absent: true, refused }) }
}
