import { deleteRole, listRoles } from '#shared/api/users.ts'
import type { Role } from '#shared/model/role.ts'
import { administrationFailures as failures } from '../../lib/administration-failures.ts'
import { detailOf } from '../../lib/call-error.ts'
import { deletionQuestion } from '../../lib/deletion-question.ts'
import { invalidate, useApiMutation } from '../../lib/queries.ts'
import { sessionToast } from '../../lib/toast.ts'
import { useConfirm } from '../../ui/confirm.tsx'

/** Asks, deletes and says so. */
export function useDeleteRole() {
  const confirm = useConfirm()
  const { mutate } = useApiMutation(deleteRole)

  return async ({ id, name }: Role) => {
    const agreed = await confirm(deletionQuestion('Delete Role', `the role "${name}"`))
    if (!agreed) return
    mutate(
      { params: { id } },
      {
        onSuccess: () => sessionToast.success('Role deleted successfully'),
        onError: (error) => sessionToast.error(detailOf(error, failures.deletion)),
        onSettled: () => void invalidate(listRoles),
      },
    )
  }
}
