import { newPurposeToken, readPurposeToken } from './short-tokens.ts'
import type { SigningKeys } from './signing-keys.ts'

/** How long a user's identity counts as confirmed, in seconds. */
const confirmationSeconds = 300

/** Makes a token which states that the user of this session has just confirmed their identity. */
export const newConfirmationToken = (keys: SigningKeys, sessionId: string, now: Date): Promise<string> =>
  newPurposeToken(keys, { purpose: 'confirmation', content: sessionId, seconds: confirmationSeconds, now })

interface Shown {
  sessionId: string
  /** When the session began. A sign-in counts as a confirmation, too. */
  signedInAt: string
  confirmation: string | undefined
}

/** Returns true if the user of a session has confirmed their identity within the last five minutes. */
export async function hasConfirmedIdentity(
  keys: SigningKeys,
  { sessionId, signedInAt, confirmation }: Shown,
  now: Date,
): Promise<boolean> {
  if (now.getTime() - Date.parse(signedInAt) < confirmationSeconds * 1000) return true
  if (confirmation === undefined) return false
  const read = await readPurposeToken(keys, confirmation, { purpose: 'confirmation', now })
  return read?.content === sessionId
}
