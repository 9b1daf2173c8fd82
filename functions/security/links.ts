import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type LinkPurpose, unusableLinkText } from '#shared/model/account.ts'
import type { StoredAccount } from '../data/entities/account.ts'
import type { LinkSeed, StoredLink } from '../data/entities/link.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { isNotExpired } from '../data/expiring-item.ts'
import { enterTenant } from '../data/scope.ts'
import type { Table } from '../data/table.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { type ItemFieldChanges, update, type Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import { endAllSessionsChanges } from './sessions.ts'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

/** How long one-time links are valid, in seconds. */
const lifeSeconds: Record<LinkPurpose, number> = {
  verification: 86_400,
  set_password: 3600,
  reset: 3600,
  invitation: 604_800,
}

/**
 * A link with a `UserLinkPurpose` belongs to a user, who joins an organisation with it. A link with an `AccountLinkPurpose` belongs
 * to an account and lets its owner choose a password.
 */
export type UserLinkPurpose = 'verification' | 'invitation'
export type AccountLinkPurpose = 'set_password' | 'reset'
export type MailedLinkPurpose = UserLinkPurpose | 'reset'

const idBytes = 16
const macBytes = 32

const refused = (purpose: LinkPurpose) => new AppError('unusable', unusableLinkText(purpose))

const fieldOf = <P extends LinkPurpose>(purpose: P) => `${purpose}_link` as const

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

async function macOf(keys: SigningKeys, purpose: LinkPurpose, kid: string, content: Buffer) {
  const key = await keys.find(kid)
  return (
    key &&
    createHmac('sha256', deriveKey(key, `link:${purpose}`))
      .update(content)
      .digest()
  )
}

/**
 * Computes a link's token. It has the form `kid.bytes`, where `bytes` is the two ids, the nonce and the MAC, in base64url. Returns
 * undefined if the signing key no longer exists or is retired.
 */
async function tokenOf(keys: SigningKeys, purpose: LinkPurpose, { tenant_id, holder_id, nonce, kid }: LinkSeed) {
  const content = Buffer.concat([bytesOf(tenant_id), bytesOf(holder_id), Buffer.from(nonce, 'base64url')])
  const mac = await macOf(keys, purpose, kid, content)
  return mac && `${kid}.${Buffer.concat([content, mac]).toString('base64url')}`
}

type LinkField<P extends LinkPurpose> = { [Field in `${P}_link`]?: StoredLink }

interface NewLink<P extends LinkPurpose> {
  token: string
  seed: LinkSeed
  /**
   * The fields to store with the link's user or account. They replace an earlier link of the same purpose, which makes that link
   * void.
   */
  fields: LinkField<P>
}

interface Place {
  /** The organisation that the mail concerns. */
  tenant_id: string
  /** The id of the user or the account to whom the link belongs. */
  holder_id: string
}

/** Makes the token of a new link, and the fields that must be stored for it. */
export async function newLink<P extends LinkPurpose>(
  keys: SigningKeys,
  purpose: P,
  place: Place,
  now: Date,
): Promise<NewLink<P>> {
  const { kid } = await keys.current()
  const seed = { ...place, nonce: randomBytes(idBytes).toString('base64url'), kid }
  const token = await tokenOf(keys, purpose, seed)
  if (!token) throw new Error('The current signing key is gone')
  const expires_at_seconds = Math.floor(now.getTime() / 1000) + lifeSeconds[purpose]
  const link: StoredLink = { hash: hashOf(token), expires_at_seconds }
  const fields: LinkField<LinkPurpose> = { [fieldOf(purpose)]: link }
  return { token, seed, fields }
}

const isCurrent = (token: string, link: StoredLink | undefined, now: Date) =>
  link?.hash === hashOf(token) && link.expires_at_seconds * 1000 > now.getTime()

interface Made {
  seed: LinkSeed
  link: StoredLink | undefined
  now: Date
}

/** Computes a link's token from `seed`. Returns undefined unless the stored `link` is the one of this seed and still valid. */
export async function currentLinkToken(
  keys: SigningKeys,
  purpose: LinkPurpose,
  { seed, link, now }: Made,
): Promise<string | undefined> {
  const token = await tokenOf(keys, purpose, seed)
  return token && isCurrent(token, link, now) ? token : undefined
}

interface Opening {
  table: Table
  keys: SigningKeys
  now: () => Date
}

/**
 * Returns the organisation of a link and the id of its user or account, which its token contains. Throws a 400 if we didn't make
 * the token for this purpose.
 */
async function placeOf(keys: SigningKeys, purpose: LinkPurpose, token: string): Promise<Place> {
  const dot = token.lastIndexOf('.')
  const bytes = Buffer.from(token.slice(dot + 1), 'base64url')
  if (dot < 1 || bytes.length !== 3 * idBytes + macBytes) throw refused(purpose)
  const content = bytes.subarray(0, 3 * idBytes)
  const mac = await macOf(keys, purpose, token.slice(0, dot), content)
  if (!mac || !timingSafeEqual(mac, bytes.subarray(3 * idBytes))) throw refused(purpose)
  return { tenant_id: idOf(content.subarray(0, idBytes)), holder_id: idOf(content.subarray(idBytes, 2 * idBytes)) }
}

/** Returns the user to whom a link belongs. Throws a 400 if the link can no longer be used. */
export async function openUserLink(
  { table, keys, now }: Opening,
  purpose: UserLinkPurpose,
  token: string,
): Promise<StoredUser> {
  const { tenant_id, holder_id } = await placeOf(keys, purpose, token)
  enterTenant(tenant_id)
  const user = await table.get(keysOf(tenant_id).user(holder_id))
  if (!user?.is_active || !isNotExpired(user, now()) || !isCurrent(token, user[fieldOf(purpose)], now()))
    throw refused(purpose)
  return user
}

/** Returns the account to which a link belongs. Throws a 400 if the link can no longer be used. */
export async function openAccountLink(
  { table, keys, now }: Opening,
  purpose: AccountLinkPurpose,
  token: string,
): Promise<StoredAccount> {
  const { holder_id } = await placeOf(keys, purpose, token)
  const account = await table.get(unscopedKeys.account(holder_id))
  if (!account || !isCurrent(token, account[fieldOf(purpose)], now())) throw refused(purpose)
  return account
}

/**
 * Returns the write that uses up a user's link and makes `changes` to the user. It belongs in the transaction of the change that
 * the link makes. It fails with a 400 if the link has been used or replaced, or the user deactivated, since the user was read.
 */
export function spendUserLinkWrite(
  purpose: UserLinkPurpose,
  user: StoredUser,
  changes: ItemFieldChanges<StoredUser>,
): Write {
  const { remove = [], ...others } = changes
  return update(
    keysOf(user.tenant_id).user(user.id),
    { ...others, remove: ['invitation_link', 'verification_link', ...remove] },
    { where: { is_active: true }, at: hashAt(purpose, user), refused: () => refused(purpose) },
  )
}

/**
 * Returns the write that uses up an account's link, voids the account's other links and ends all its sessions. It belongs in the
 * transaction of the change that the link makes.
 */
export const spendAccountLinkWrite = (purpose: AccountLinkPurpose, account: StoredAccount, now: Date): Write =>
  update(
    unscopedKeys.account(account.id),
    { ...endAllSessionsChanges(now), remove: ['reset_link', 'set_password_link'] },
    { at: hashAt(purpose, account), refused: () => refused(purpose) },
  )

const hashAt = <P extends LinkPurpose>(purpose: P, holder: LinkField<P>) => ({
  [`${fieldOf(purpose)}.hash`]: holder[fieldOf(purpose)]?.hash,
})
