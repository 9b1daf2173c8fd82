import { findAccount, joiningWrites, membershipWrite, newAccountWrites } from '../data/accounts.ts'
import type { StoredAccount } from '../data/entities/account.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { organisationEntryWrite, readOrganisation } from '../data/organisations.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutUser } from '../data/subjects.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { pendingMembershipRemovalWrite } from '../data/users.ts'
import { update, type Write } from '../data/writes.ts'
import { type Actor, actorOf, type EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { letterWrite } from '../mail/outbox.ts'
import { newLink, openUserLink, spendUserLinkWrite, type UserLinkPurpose } from '../security/links.ts'

interface JoinRequest {
  purpose: UserLinkPurpose
  token: string
  /**
   * Hashes the password of a new account. It isn't called if the account exists. Without this function, a new account has no
   * password.
   */
  hashOfPassword?: () => Promise<string>
  activity: (actor: Actor) => EventRecorder<'user.joined'>
}

/**
 * Uses the link of a mail, which proves access to the mailbox. An account is created if the address has none. The account then
 * joins the organisation that the mail is about. Other pending sign-ups and invitations for the address stay pending. Returns the
 * user who has joined. After a verification, also returns a `setPasswordToken` if the account has no password.
 */
export function joinOrganisation(services: Services, { purpose, token, hashOfPassword, activity }: JoinRequest) {
  const { table, keys, now } = services
  let hash: Promise<string> | undefined
  return retryIfOvertaken(async () => {
    const user = await openUserLink(services, purpose, token)
    const known = (await findAccount(table, user.email))?.account
    const account = known ?? newAccount(user, services)
    if (!known) hash ??= hashOfPassword?.()
    const password_hash = known ? await passwordHashOf(known, services) : ((await hash) ?? null)
    const place = { tenant_id: user.tenant_id, holder_id: account.id }
    const wantsPassword = purpose === 'verification' && password_hash === null
    const link = wantsPassword ? await newLink(keys, 'set_password', place, now()) : undefined
    const membership = { tenant_id: user.tenant_id, user_id: user.id }
    // `invited_by` is null for the person who signed the organisation up.
    const isAddedAdmin = user.is_tenant_admin && user.invited_by !== null
    await activity(actorOf(user)).record(
      { action: 'user.joined', ...aboutUser(user) },
      spendUserLinkWrite(purpose, user, {
        set: { account_id: account.id, ...(isAddedAdmin && { administrator_since: now().toISOString() }) },
        add: { version: 1 },
        remove: ['expires_at_seconds'],
      }),
      ...(known
        ? joiningWrites(known, membership, { ...link?.fields })
        : [
            ...newAccountWrites({ ...account, ...link?.fields }, { password_hash }),
            membershipWrite(account.id, membership),
          ]),
      pendingMembershipRemovalWrite(user),
      ...(isAddedAdmin
        ? [
            letterWrite(services, 'new_administrator', {
              tenant_id: user.tenant_id,
              user_id: user.id,
              except: [user.id],
            }),
          ]
        : []),
      ...(user.expires_at_seconds === undefined ? [] : await stayingWrites(user, services)),
    )
    return { user, setPasswordToken: link?.token }
  })
}

const newAccount = ({ email }: StoredUser, { newId, now }: Services): StoredAccount => ({
  id: newId(),
  email,
  session_epoch: 0,
  last_tenant_id: null,
  created_at: now().toISOString(),
})

const passwordHashOf = async ({ id }: StoredAccount, { table }: Services) =>
  (await table.get(unscopedKeys.credentials(id)))?.password_hash ?? null

/**
 * Returns the writes that make a new organisation permanent. They remove the expiry from the organisation, its roles and its first
 * user's address, and add the organisation to the list of organisations. The expiry of the user is left to the caller.
 */
async function stayingWrites(user: StoredUser, { table, now }: Services): Promise<Write[]> {
  const keys = keysOf(user.tenant_id)
  const { tenant, roles } = await readOrganisation(table, user.tenant_id, now())
  const stays = { remove: ['expires_at_seconds'] } as const
  const isAsRead = { exists: true, refused: () => new OvertakenError() } as const
  const sizes = { subscribed_products: tenant?.subscribed_products.length ?? 0 }
  return [
    organisationEntryWrite(user.tenant_id),
    update(keys.address(user.email), stays, isAsRead),
    // The condition fails if products were subscribed in the meantime. Without it, the roles of those products would keep their
    // expiry.
    update(keys.tenant, stays, { ...isAsRead, sizes }),
    ...roles.flatMap(({ id, name }) => [
      update(keys.role(id), stays, isAsRead),
      update(keys.roleName(name), stays, isAsRead),
    ]),
  ]
}
