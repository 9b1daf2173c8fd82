import { newPurposeToken, readPurposeToken } from './short-tokens.ts'
import type { SigningKeys } from './signing-keys.ts'

const lifeSeconds = 7 * 86_400

/** The changes to the sign-in of an account that its owner is told about. */
export type AccountChange =
  | 'password_changed'
  | 'password_reset'
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'google_connected'
  | 'factors_reset'

/** What someone did with the power of an administrator, of which the owner of the account is told, too. */
export type PowerNotice = 'key_created' | 'administrator_added'

/**
 * An account and the change that a notice reports. The link `This wasn’t me` undoes the change, unless it was a removal or the
 * same factor, password or connection has been changed again since.
 */
export interface NotMeClaims {
  account_id: string
  notice: AccountChange | PowerNotice
  /**
   * Identifies the change: the id of a passkey or a Google account, or the time at which a password, an app or a set of codes was
   * set.
   */
  about?: string
}

/**
 * Makes the token of the link `This wasn’t me` in a notice. The token contains its claims, so that the links of several mails are
 * valid at the same time.
 */
export function newNotMeToken(
  keys: SigningKeys,
  { account_id, notice, about }: NotMeClaims,
  now: Date,
): Promise<string> {
  const content = Buffer.from(JSON.stringify([account_id, notice, about ?? null])).toString('base64url')
  return newPurposeToken(keys, { purpose: 'not_me', content, seconds: lifeSeconds, now })
}

/**
 * Returns the claims of a token. Returns undefined if the token is forged or expired. This function doesn't check whether the token
 * was used already, because only the table knows that.
 */
export async function readNotMeToken(
  keys: SigningKeys,
  token: string,
  now: Date,
): Promise<(NotMeClaims & { expires_at_seconds: number }) | undefined> {
  const read = await readPurposeToken(keys, token, { purpose: 'not_me', now })
  if (!read) return undefined
  const [account_id, notice, about]: [string, NotMeClaims['notice'], string | null] = JSON.parse(
    Buffer.from(read.content, 'base64url').toString(),
  )
  return { account_id, notice, ...(about !== null && { about }), expires_at_seconds: read.expires_at_seconds }
}
