import type { BodyOf } from '#shared/api/contract.ts'
import { readRun } from '#shared/api/runs.ts'
import {
  createUser,
  deleteUser,
  listUsers,
  resendInvitation,
  updateUser,
  withdrawInvitation,
} from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { userStateLabels } from '#shared/rules/user-states.ts'
import { call } from '../../lib/api/call.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import type { RowRefusalState } from '../../lib/forms/use-row-refusal.ts'
import { useToday } from '../../lib/session/clock.ts'
import { sessionStore, useSignedInSession } from '../../lib/session/session.ts'
import { deletionQuestion, useConfirm } from '../../ui/confirm.tsx'
import { administrationFailureTexts as failures } from './administration-failures.ts'
import { leavingText } from './leaving-text.ts'

const invitationSentText = 'Invitation sent successfully'
const invitationNotSentText = 'The invitation hasn’t been sent yet. Please check that the email address is correct.'

const withdrawalQuestion = ({ state, full_name }: User) =>
  state === userStateLabels.notInvited
    ? {
        title: `Remove ${full_name}?`,
        text: 'They haven’t been sent an invitation yet.',
        confirm: 'Remove',
        danger: true,
      }
    : {
        title: 'Withdraw the invitation?',
        text: `${full_name} will be removed, and the link in the invitation will stop working.`,
        confirm: 'Withdraw',
        danger: true,
      }

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

/** Returns the functions behind the buttons of a user's row. The row shows why a change was refused. */
export function useUserChanges(refusals: RowRefusalState) {
  const today = useToday()
  const confirm = useConfirm()
  const onSettled = () => void invalidate(listUsers)
  const deletion = useApiMutation(deleteUser, { onSettled })
  const resending = useApiMutation(resendInvitation, { onSettled })
  const withdrawal = useApiMutation(withdrawInvitation, { onSettled })

  function refuse({ id }: User, text: string) {
    accountAndAdminToast.error(text)
    refusals.refuse(id, text)
  }
  return {
    async onDelete(user: User) {
      const question = deletionQuestion('Delete User', user.full_name)
      // Without the run, for example because the organisation has no deliveries, the number of open deliveries is enough.
      const run = await call(readRun, { params: { date: today, user_id: user.id } }).catch(() => undefined)
      const text = [leavingText(user, run?.body), question.text].filter(Boolean).join(' ')
      if (!(await confirm({ ...question, text }))) return
      refusals.clear()
      deletion.mutate(
        { params: { id: user.id } },
        {
          onSuccess: () => accountAndAdminToast.success('User deleted successfully'),
          onError: (error) => refuse(user, errorDetail(error, failures.deletion)),
        },
      )
    },
    onResend(user: User) {
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
    async onWithdraw(user: User) {
      if (!(await confirm(withdrawalQuestion(user)))) return
      refusals.clear()
      withdrawal.mutate(
        { params: { id: user.id } },
        {
          onSuccess: () => {
            const isInvited = user.state !== userStateLabels.notInvited
            accountAndAdminToast.success(isInvited ? 'Invitation withdrawn' : 'User removed')
          },
          onError: (error) => refuse(user, errorDetail(error, failures.operation)),
        },
      )
    },
  }
}
