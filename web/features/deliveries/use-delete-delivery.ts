import { useCallback } from 'react'
import { deleteDelivery } from '#shared/api/deliveries.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { withRefusalReason } from '../../lib/api/call-error.ts'
import { useApiMutation } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import type { RowRefusalState } from '../../lib/forms/use-row-refusal.ts'
import { deletionQuestion, useConfirm } from '../../ui/confirm.tsx'
import { removeCachedDelivery, rereadDelivery } from './delivery-cache.ts'

const deleteFailed = 'Failed to delete delivery'

/**
 * Returns `askAndDelete`, which asks the user to confirm, deletes a delivery and shows a success message. If the deletion fails,
 * the delivery's row or page shows a message. `onDeleted` is called after the deletion, for example to leave the deleted delivery's
 * page.
 */
export function useDeleteDelivery(refusals: RowRefusalState, onDeleted?: () => void) {
  const confirm = useConfirm()
  const { mutate, isPending } = useApiMutation(deleteDelivery)

  const askAndDelete = useCallback(
    async ({ id, patient_name }: Pick<DeliveryRow, 'id' | 'patient_name'>) => {
      const agreed = await confirm(deletionQuestion('Delete delivery', `the delivery for ${patient_name}`))
      if (!agreed) return
      refusals.clear()
      mutate(
        { params: { id } },
        {
          onSuccess: () => {
            toast.success('Delivery deleted successfully')
            onDeleted?.()
            removeCachedDelivery(id)
          },
          onError: (error) => {
            toast.error(deleteFailed)
            refusals.refuse(id, withRefusalReason(deleteFailed, error))
            rereadDelivery(id)
          },
        },
      )
    },
    [confirm, mutate, refusals, onDeleted],
  )
  return { askAndDelete, isDeleting: isPending }
}
