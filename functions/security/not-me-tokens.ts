import type { AccountNotice, NoticeMail } from '../data/entities/mail.ts'
import { newShortToken, readShortToken } from './short-tokens.ts'
import type { SigningKeys } from './signing-keys.ts'

const lifeSeconds = 7 * 86_400

/** The event that the mail is about, which `This was not me` takes back. */
export type NotMeClaims = Pick<NoticeMail, 'account_id' | 'notice' | 'about'>

/** The token of a notice's link. It contains its claims, so that the links of several mails are valid side by side. */
export function newNotMeToken(
  keys: SigningKeys,
  { account_id, notice, about }: NotMeClaims,
  now: Date,
): Promise<string> {
  const content = Buffer.from(JSON.stringify([account_id, notice, about ?? null])).toString('base64url')
  return newShortToken(keys, { purpose: 'not_me', content, seconds: lifeSeconds, now })
}

/** Undefined for a token that is not ours or is expired. Whether it was used is stored in the table. */
export async function readNotMeToken(
  keys: SigningKeys,
  token: string,
  now: Date,
): Promise<(NotMeClaims & { expires_at_seconds: number }) | undefined> {
  const read = await readShortToken(keys, token, { purpose: 'not_me', now })
  if (!read) return undefined
  const [account_id, notice, about]: [string, AccountNotice, string | null] = JSON.parse(
    Buffer.from(read.content, 'base64url').toString(),
  )
  return { account_id, notice, ...(about !== null && { about }), expires_at_seconds: read.expires_at_seconds }
}
