import type { BodyOf } from '#shared/api/contract.ts'
import type * as users from '#shared/api/users.ts'
import { changesBetween } from '../data/changes.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { aboutUser } from '../data/subjects.ts'
import { newUserWrites, pendingMembershipWrite, unknownRoleError, userCountWrites } from '../data/users.ts'
import type { Caller } from '../http/operation.ts'
import type { EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import type { LetterMail } from '../mail/letters.ts'
import { newLinkMailWithFields } from '../mail/mail-link.ts'
import { mailWrite } from '../mail/outbox.ts'
import { writeInvitation } from '../mail/write-invitation.ts'
import { newAdministratorLetterWrite } from './administrators.ts'
import { eventFieldsOfUser } from './event-fields-of-user.ts'

interface InvitationRequest {
  caller: Caller
  activity: EventRecorder<'user.invited'>
  /** The sender of the mail: this function's caller at once (`run`), or the worker later (`worker`). */
  mailedBy: 'run' | 'worker'
}

/**
 * Writes a user, the invitation and the event in one transaction. No invitation is written, and `mail` is undefined, if none is
 * requested or if the user is inactive.
 */
export async function createUserAndInvitation(
  { send_invitation, ...fields }: BodyOf<typeof users.createUser>,
  { caller, activity, mailedBy }: InvitationRequest,
  services: Services,
): Promise<{ user: StoredUser; mail: LetterMail<'invitation'> | undefined }> {
  refuseUnknownRoles(caller, fields.roles)
  const now = services.now().toISOString()
  const user: StoredUser = {
    ...fields,
    id: services.newId(),
    tenant_id: caller.tenant.id,
    avatar_url: null,
    invited_by: caller.user.full_name,
    invited_by_id: caller.user.id,
    invited_at: now,
    session_epoch: 0,
    version: 1,
    created_at: now,
  }
  const changes = changesBetween({}, eventFieldsOfUser(user, caller))
  const happening = { action: 'user.invited', ...aboutUser(user), changes } as const
  const counted = [
    ...userCountWrites(caller.keys, undefined, user),
    ...(user.is_tenant_admin ? [newAdministratorLetterWrite(services, user, caller)] : []),
  ]
  if (!send_invitation || !user.is_active) {
    await activity.record(happening, ...newUserWrites(user), ...counted)
    return { user, mail: undefined }
  }
  const { mail: held, fields: link } = await newLinkMailWithFields(services, 'invitation', user)
  const mail = mailedBy === 'run' ? held : { ...held, due_at: now }
  const invited = { ...user, ...link }
  const write = () =>
    activity.record(happening, ...newUserWrites(invited), ...counted, pendingMembershipWrite(user), mailWrite(mail))
  await writeInvitation(services, { tenant: caller.tenant, email: user.email, write })
  return { user: invited, mail }
}

export function refuseUnknownRoles({ roles }: Caller, roleIds: readonly string[]): void {
  if (!roleIds.every((id) => roles.some((role) => role.id === id))) throw unknownRoleError()
}
