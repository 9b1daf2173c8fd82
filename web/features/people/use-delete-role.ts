import { deleteRole, listRoles } from '#shared/api/users.ts'
import type { Role } from '#shared/model/role.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/api/queries.ts'
import { accountAndAdminToast } from '../../lib/browser/toast.ts'
import type { RowRefusalState } from '../../lib/forms/use-row-refusal.ts'
import { deletionQuestion, useConfirm } from '../../ui/confirm.tsx'
import { administrationFailureTexts as failures } from './administration-failures.ts'

/** Returns a function that asks whether to delete a role, and deletes it. A refusal is shown at the role. */
export function useDeleteRole(refusals: RowRefusalState) {
  const confirm = useConfirm()
  const { mutate } = useApiMutation(deleteRole)

  return async ({ id, name }: Role) => {
    const agreed = await confirm(deletionQuestion('Delete Role', `the role "${name}"`))
    if (!agreed) return
    refusals.clear()
    mutate(
      { params: { id } },
      {
        onSuccess: () => accountAndAdminToast.success('Role deleted successfully'),
        onError(error) {
          accountAndAdminToast.error(errorDetail(error, failures.deletion))
          refusals.refuse(id, errorDetail(error, failures.deletion))
        },
        onSettled: () => void invalidate(listRoles),
      },
    )
  }
}
