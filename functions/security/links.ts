import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type LinkPurpose, unusableLink } from '#shared/model/account.ts'
import type { LinkSeed, StoredLink, StoredUser } from '../data/entities.ts'
import { keysOf } from '../data/keys.ts'
import { enterTenant } from '../data/scope.ts'
import type { Table } from '../data/table.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

/** How long the one-time links live, in seconds. */
const lifeSeconds: Record<LinkPurpose, number> = {
  verification: 86_400,
  set_password: 3600,
  reset: 3600,
  invitation: 604_800,
}

const idBytes = 16
const macBytes = 32
const allPurposes: readonly LinkPurpose[] = ['verification', 'set_password', 'reset', 'invitation']

const refused = (purpose: LinkPurpose) => new AppError('unusable', unusableLink(purpose))

const fieldOf = (purpose: LinkPurpose) => `${purpose}_link` as const

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

/** `kid.ids+nonce+mac`, base64url: it takes the signing key to make one. Undefined when that key is gone. */
async function tokenOf(keys: SigningKeys, purpose: LinkPurpose, { tenant_id, user_id, nonce, kid }: LinkSeed) {
  const content = Buffer.concat([bytesOf(tenant_id), bytesOf(user_id), Buffer.from(nonce, 'base64url')])
  const mac = await macOf(keys, purpose, kid, content)
  return mac && `${kid}.${Buffer.concat([content, mac]).toString('base64url')}`
}

interface NewLink {
  token: string
  seed: LinkSeed
  /** To be stored with the user: it voids the link of the same purpose that he had. */
  fields: Partial<StoredUser>
}

/** Makes a link's token and what is kept of it. */
export async function newLink(
  keys: SigningKeys,
  purpose: LinkPurpose,
  { tenant_id, id }: Pick<StoredUser, 'tenant_id' | 'id'>,
  now: Date,
): Promise<NewLink> {
  const { kid } = await keys.current()
  const seed = { tenant_id, user_id: id, nonce: randomBytes(idBytes).toString('base64url'), kid }
  const token = await tokenOf(keys, purpose, seed)
  if (!token) throw new Error('The current signing key is gone')
  const expires_at_seconds = Math.floor(now.getTime() / 1000) + lifeSeconds[purpose]
  const link: StoredLink = { hash: hashOf(token), expires_at_seconds }
  return { token, seed, fields: { [fieldOf(purpose)]: link } }
}

const isCurrent = (token: string, purpose: LinkPurpose, user: StoredUser, now: Date) => {
  const link = user[fieldOf(purpose)]
  return user.is_active && link?.hash === hashOf(token) && link.expires_at_seconds * 1000 > now.getTime()
}

/** The token that was made of `seed`, if it can still be used. */
export async function currentToken(
  keys: SigningKeys,
  purpose: LinkPurpose,
  { seed, user, now }: { seed: LinkSeed; user: StoredUser; now: Date },
): Promise<string | undefined> {
  const token = await tokenOf(keys, purpose, seed)
  return token && isCurrent(token, purpose, user, now) ? token : undefined
}

interface Opening {
  table: Table
  keys: SigningKeys
  now: () => Date
}

/** Whose link this is; 400 when it cannot be used. */
export async function openLink(
  { table, keys, now }: Opening,
  purpose: LinkPurpose,
  token: string,
): Promise<StoredUser> {
  const dot = token.lastIndexOf('.')
  const bytes = Buffer.from(token.slice(dot + 1), 'base64url')
  if (dot < 1 || bytes.length !== 3 * idBytes + macBytes) throw refused(purpose)
  const content = bytes.subarray(0, 3 * idBytes)
  const mac = await macOf(keys, purpose, token.slice(0, dot), content)
  if (!mac || !timingSafeEqual(mac, bytes.subarray(3 * idBytes))) throw refused(purpose)
  const tenantId = idOf(content.subarray(0, idBytes))
  enterTenant(tenantId)
  const user = await table.get(keysOf(tenantId).user(idOf(content.subarray(idBytes, 2 * idBytes))))
  if (!user || !isCurrent(token, purpose, user, now())) throw refused(purpose)
  return user
}

interface Use {
  /** As `openLink` found the user. */
  user: StoredUser
  /** What the link is good for. */
  effect: Partial<StoredUser>
  /** All others end with this one. */
  endsAll?: boolean
}

/** Uses a link up and sets `effect`, in one write; 400 when somebody else was faster. */
export async function spendLink(table: Table, purpose: LinkPurpose, { user, effect, endsAll }: Use): Promise<void> {
  const gone = (endsAll ? allPurposes : [purpose]).map(fieldOf)
  const link_use = randomBytes(idBytes).toString('base64url')
  await table.write(
    update(
      keysOf(user.tenant_id).user(user.id),
      { set: { ...effect, link_use }, remove: gone, ...(endsAll && { add: { session_epoch: 1 } }) },
      {
        where: { is_active: true },
        at: { [`${fieldOf(purpose)}.hash`]: user[fieldOf(purpose)]?.hash },
        // A retry inside the SDK finds its own write: the first try was applied and only its answer was lost.
        refused: (found) => (found?.link_use === link_use ? undefined : refused(purpose)),
      },
    ),
  )
}
