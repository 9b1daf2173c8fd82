import type * as users from '#shared/api/users.ts'
import type { InvitationResult } from '#shared/model/account.ts'
import { presentUser } from '../data/organisations.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { createUserAndInvitation } from './create-user-and-invitation.ts'

/**
 * Invites the requested people, each in a transaction of its own. The worker sends the mails, so that the caller doesn't wait for
 * fifty of them.
 */
export const createUsers: Operation<typeof users.createUsers> = async (request, services) => {
  const { body, caller, confirmIf, activity } = request
  // This call makes no administrators.
  await confirmIf(false)
  const results: InvitationResult[] = []
  for (const line of body.users) {
    const person = { ...line, phone: '', is_tenant_admin: false, is_active: true, send_invitation: true }
    try {
      const { user } = await createUserAndInvitation(person, { caller, activity, mailedBy: 'worker' }, services)
      results.push({ ok: true, user: presentUser({ ...caller, user }, services.now()) })
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      results.push({ ok: false, detail: error.message })
    }
  }
  // This tells the recorder that there is no further event to write, because each invitation that was made has recorded its own.
  await activity.record([])
  return results
}
