import { deleteUser, listUsers } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import type { RowRefusalState } from '../../lib/forms/use-row-refusal.ts'
import { deletionQuestion, useConfirm } from '../../ui/confirm.tsx'
import { administrationFailureTexts as failures } from './administration-failures.ts'
import { unassignedDeliveriesText } from './unassigned-deliveries-text.ts'

/** Returns a function that asks whether to delete a user, and deletes the user. A refusal is shown at the user's row. */
export function useDeleteUser(refusals: RowRefusalState) {
  const confirm = useConfirm()
  const { mutate } = useApiMutation(deleteUser)

  return async (user: User) => {
    const { id, full_name } = user
    const question = deletionQuestion('Delete User', full_name)
    const text = [unassignedDeliveriesText(user), question.text].filter(Boolean).join(' ')
    if (!(await confirm({ ...question, text }))) return
    refusals.clear()
    mutate(
      { params: { id } },
      {
        onSuccess: () => accountAndAdminToast.success('User deleted successfully'),
        onError(error) {
          accountAndAdminToast.error(errorDetail(error, failures.deletion))
          refusals.refuse(id, errorDetail(error, failures.deletion))
        },
        onSettled: () => void invalidate(listUsers),
      },
    )
  }
}
