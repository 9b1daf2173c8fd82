import type * as users from '#shared/api/users.ts'
import { newUserWrites, presentUser, unknownRole } from '../data/accounts.ts'
import type { StoredUser } from '../data/entities.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { mailWrite, newLinkMail, sendAtOnce } from '../mail/outbox.ts'

/** User and invitation come in one transaction; that the mail fails does not lose the user. */
export const createUser: Operation<typeof users.createUser> = async ({ body, caller }, services) => {
  const { send_invitation, ...fields } = body
  refuseUnknownRoles(caller, fields.roles)
  const user: StoredUser = {
    ...fields,
    id: services.newId(),
    tenant_id: caller.tenant.id,
    avatar_url: null,
    is_verified: false,
    password_hash: null,
    invited_by: caller.user.full_name,
    session_epoch: 0,
    version: 1,
    created_at: services.now().toISOString(),
  }
  const invitation = send_invitation && user.is_active ? await newLinkMail(services, 'invitation', user) : undefined
  await services.table.write(
    ...newUserWrites({ ...user, ...invitation?.fields }),
    ...(invitation ? [mailWrite(invitation.mail)] : []),
  )
  const invitation_sent = invitation ? await sendAtOnce(services, invitation.mail) : false
  return { ...presentUser({ ...caller, user }), invitation_sent }
}

export function refuseUnknownRoles({ roles }: Caller, wanted: readonly string[]): void {
  if (!wanted.every((id) => roles.some((role) => role.id === id))) throw unknownRole()
}
