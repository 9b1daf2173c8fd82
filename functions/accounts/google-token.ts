import { unscopedKeys } from '../data/table-keys.ts'
import { put, type Write } from '../data/writes.ts'
import type { AppError } from '../failures/app-error.ts'
import type { Services } from '../http/services.ts'
import type { GoogleIdentity } from '../security/google.ts'

interface GoogleProof extends GoogleIdentity {
  /**
   * The write that marks the token as used. Add it to the transaction that relies on the token, so that a token works only once.
   */
  taken: Write
}

/**
 * Reads the identity from a Google ID token. Throws the error of `refused` if the token isn't valid or sign-in with Google is
 * switched off, and a 503 while Google's keys cannot be read. The write `taken` fails with the error of `refused` if the token was
 * used before.
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
