import { newShortToken, readShortToken } from './short-tokens.ts'
import type { SigningKeys } from './signing-keys.ts'

/** How long a proof of who somebody is serves, in seconds. */
const confirmationSeconds = 300

/** Says that the person of this session has just proven that it is them. */
export const newConfirmation = (keys: SigningKeys, sessionId: string, now: Date): Promise<string> =>
  newShortToken(keys, { purpose: 'confirmation', content: sessionId, seconds: confirmationSeconds, now })

interface Shown {
  sessionId: string
  /** When the session began: a sign-in is a proof, too. */
  signedInAt: string
  confirmation: string | undefined
}

/** Whether the person of a session has proven within the last minutes that it is them. */
export async function isConfirmed(
  keys: SigningKeys,
  { sessionId, signedInAt, confirmation }: Shown,
  now: Date,
): Promise<boolean> {
  if (now.getTime() - Date.parse(signedInAt) < confirmationSeconds * 1000) return true
  if (confirmation === undefined) return false
  const read = await readShortToken(keys, confirmation, { purpose: 'confirmation', now })
  return read?.content === sessionId
}
