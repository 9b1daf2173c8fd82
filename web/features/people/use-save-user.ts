import type { BodyOf } from '#shared/api/contract.ts'
import { createUser, listUsers, updateUser } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import type { RowRefusalState } from '../../lib/forms/use-row-refusal.ts'
import { sessionStore, useSignedInSession } from '../../lib/session/session.ts'

export const invitationSentText = 'Invitation sent successfully'
export const invitationNotSentText =
  'The invitation hasn’t been sent yet. Please check that the email address is correct.'

/**
 * Returns a function that invites or updates a user and resolves to the text of the confirmation. If the invitation could not be
 * sent, the new user's row says so.
 */
export function useSaveUser(user: User | undefined, refusals: RowRefusalState) {
  const { user: me } = useSignedInSession()
  const create = useApiMutation(createUser)
  const update = useApiMutation(updateUser)

  return async (fields: BodyOf<typeof createUser>) => {
    if (!user) {
      const { id, invitation_sent } = await create.mutateAsync({ body: fields })
      void invalidate(listUsers)
      if (fields.send_invitation && fields.is_active && !invitation_sent) {
        accountAndAdminToast.error(invitationNotSentText)
        refusals.refuse(id, invitationNotSentText)
      }
      return invitation_sent ? invitationSentText : 'User created successfully'
    }
    const { send_invitation: _, ...body } = fields
    await update.mutateAsync({ params: { id: user.id }, body })
    void invalidate(listUsers)
    if (user.id === me.id) await sessionStore.refresh()
    return 'User updated successfully'
  }
}
