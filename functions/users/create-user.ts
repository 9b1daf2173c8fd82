import type * as users from '#shared/api/users.ts'
import type { StoredUser } from '../data/entities.ts'
import { presentUser } from '../data/organisations.ts'
import { countedWrites, newUserWrites, unknownRole, waitingWrite } from '../data/users.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { countInvitation } from '../mail/mail-limits.ts'
import { mailWrite, newLinkMail, sendAtOnce } from '../mail/outbox.ts'
import { giveBack } from '../security/throttle.ts'

/** User and invitation come in one transaction; that the mail fails does not lose the user. */
export const createUser: Operation<typeof users.createUser> = async ({ body, caller }, services) => {
  const { send_invitation, ...fields } = body
  refuseUnknownRoles(caller, fields.roles)
  const user: StoredUser = {
    ...fields,
    id: services.newId(),
    tenant_id: caller.tenant.id,
    account_id: null,
    avatar_url: null,
    invited_by: caller.user.full_name,
    session_epoch: 0,
    version: 1,
    created_at: services.now().toISOString(),
  }
  if (!send_invitation || !user.is_active) {
    await services.table.write(...newUserWrites(user), ...countedWrites(caller.keys, undefined, user))
    return { ...presentUser({ ...caller, user }), invitation_sent: false }
  }
  const { mail, fields: link } = await newLinkMail(services, 'invitation', user)
  const tries = await countInvitation(services, caller.tenant, user.email)
  try {
    await services.table.write(
      ...newUserWrites({ ...user, ...link }),
      ...countedWrites(caller.keys, undefined, user),
      waitingWrite(user),
      mailWrite(mail),
    )
  } catch (error) {
    await giveBack(services.table, tries)
    throw error
  }
  return { ...presentUser({ ...caller, user }), invitation_sent: await sendAtOnce(services, mail) }
}

export function refuseUnknownRoles({ roles }: Caller, wanted: readonly string[]): void {
  if (!wanted.every((id) => roles.some((role) => role.id === id))) throw unknownRole()
}
