import { unscopedKeys } from '../data/keys.ts'
import { put } from '../data/writes.ts'
import type { AppError } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import type { GoogleIdentity } from '../security/google.ts'

/** What an ID token of Google says. It is taken once: `refused` is thrown for one that is not good, or was taken before. */
export async function spendGoogleToken(
  { google, table, now }: Services,
  token: string,
  refused: () => AppError,
): Promise<GoogleIdentity> {
  const identity = await google?.(token, now())
  if (!identity) throw refused()
  const { expires_at_seconds } = identity
  await table.write(put(unscopedKeys.usedToken(token), { expires_at_seconds }, { absent: true, refused }))
  return identity
}
