import { listUsers, resendInvitation, withdrawInvitation } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import type { RowRefusalState } from '../../lib/forms/use-row-refusal.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { administrationFailureTexts as failures } from './administration-failures.ts'
import { invitationNotSentText, invitationSentText } from './use-save-user.ts'

/** Returns functions that resend or withdraw the invitation of a user who has not joined yet. The user's row shows a failure. */
export function useInvitationChanges(refusals: RowRefusalState) {
  const confirm = useConfirm()
  const onSettled = () => void invalidate(listUsers)
  const resending = useApiMutation(resendInvitation, { onSettled })
  const withdrawal = useApiMutation(withdrawInvitation, { onSettled })

  function refuse({ id }: User, text: string) {
    accountAndAdminToast.error(text)
    refusals.refuse(id, text)
  }
  return {
    resend(user: User) {
      refusals.clear()
      resending.mutate(
        { params: { id: user.id } },
        {
          onSuccess: ({ invitation_sent }) =>
            invitation_sent ? accountAndAdminToast.success(invitationSentText) : refuse(user, invitationNotSentText),
          onError: (error) => refuse(user, errorDetail(error, failures.operation)),
        },
      )
    },
    async withdraw(user: User) {
      const text = `${user.full_name}’s invitation link will stop working and they will be removed.`
      if (!(await confirm({ title: 'Withdraw the invitation?', text, confirm: 'Withdraw', danger: true }))) return
      refusals.clear()
      withdrawal.mutate(
        { params: { id: user.id } },
        {
          onSuccess: () => accountAndAdminToast.success('Invitation withdrawn'),
          onError: (error) => refuse(user, errorDetail(error, failures.operation)),
        },
      )
    },
  }
}
