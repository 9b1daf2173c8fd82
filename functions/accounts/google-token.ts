import { unscopedKeys } from '../data/table-keys.ts'
import { put, type Write } from '../data/writes.ts'
import type { AppError } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import type { GoogleIdentity } from '../security/google.ts'

interface GoogleProof extends GoogleIdentity {
  /** Takes the token, in the transaction of what it is good for: it is taken once. */
  taken: Write
}

/** What an ID token of Google proves; `refused` is thrown for one that is not good, or was taken before. */
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
