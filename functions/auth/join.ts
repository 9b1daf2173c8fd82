import { findAccount, type KnownAccount, membershipWrite, newAccountWrites } from '../data/accounts.ts'
import type { StoredCredentials, StoredUser } from '../data/entities.ts'
import { keysOf, unscopedKeys } from '../data/keys.ts'
import { readOrganisation } from '../data/organisations.ts'
import { decideAnew, Overtaken } from '../data/overtaken.ts'
import { noLongerWaiting } from '../data/users.ts'
import { update, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { newLink, openUserLink, spendUserLink, type UserPurpose } from '../security/links.ts'

export interface Joining {
  purpose: UserPurpose
  token: string
  /** The hash of the password that a new account shall have, as far as it is known. Called only where there is no account. */
  passwordHash: () => Promise<string | null>
}

/**
 * A mail was answered, which proves its mailbox: the mailbox becomes an account, or is one already, and joins the organisation that the
 * mail spoke of. Whatever else waits for the same address goes on waiting. Answers a token to set a password with while the account has
 * none.
 */
export function join(services: Services, { purpose, token, passwordHash }: Joining) {
  const { table, keys } = services
  let hash: Promise<string | null> | undefined
  return decideAnew(async () => {
    const user = await openUserLink(services, purpose, token)
    const known = await findAccount(table, user.email)
    const accountId = known?.account.id ?? services.newId()
    const credentials = known ? await table.get(unscopedKeys.credentials(accountId)) : undefined
    hash ??= known ? undefined : passwordHash()
    const password_hash = credentials?.password_hash ?? (known ? null : ((await hash) ?? null))
    const place = { tenant_id: user.tenant_id, holder_id: accountId }
    const link = password_hash === null ? await newLink(keys, 'set_password', place, services.now()) : undefined
    await table.write(
      spendUserLink(purpose, user, { set: { account_id: accountId }, remove: ['expires_at_seconds'] }),
      ...accountWrites({ known, accountId, user, credentials: { password_hash, ...link?.fields } }, services),
      membershipWrite(accountId, { tenant_id: user.tenant_id, user_id: user.id }),
      noLongerWaiting(user),
      ...(user.expires_at_seconds === undefined ? [] : await stayingWrites(user, services)),
    )
    return { user, accountId, setPasswordToken: link?.token }
  })
}

interface Proven {
  known: KnownAccount | undefined
  accountId: string
  user: StoredUser
  credentials: StoredCredentials
}

function accountWrites({ known, accountId, user, credentials }: Proven, services: Services): Write[] {
  const { set_password_link } = credentials
  if (!known) {
    const created_at = services.now().toISOString()
    const account = { id: accountId, email: user.email, session_epoch: 0, last_tenant_id: null, created_at }
    return newAccountWrites(account, credentials)
  }
  return set_password_link ? [update(unscopedKeys.credentials(accountId), { set: { set_password_link } })] : []
}

/** The organisation of a sign-up stays from now on, with all that it began with. */
async function stayingWrites(user: StoredUser, { table, now }: Services): Promise<Write[]> {
  const keys = keysOf(user.tenant_id)
  const { tenant, roles } = await readOrganisation(table, user.tenant_id, now())
  const stays = { remove: ['expires_at_seconds'] } as const
  return [
    update(keys.address(user.email), stays),
    // Products that are subscribed meanwhile bring roles.
    update(keys.tenant, stays, sizeOf(tenant?.subscribed_products.length ?? 0)),
    ...roles.flatMap((role) => [update(keys.role(role.id), stays), update(keys.roleName(role.name), stays)]),
  ]
}

const sizeOf = (length: number) => ({ sizes: { subscribed_products: length }, refused: () => new Overtaken() })
