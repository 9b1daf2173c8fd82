import { deleteDelivery } from '#shared/api/deliveries.ts'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import { withRefusal } from '../../lib/call-error.ts'
import { deletionQuestion } from '../../lib/deletion-question.ts'
import { useApiMutation } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { dropDelivery, rereadDelivery } from './delivery-cache.ts'

/** Asks, deletes and says so. `onDeleted` leaves a screen that the delivery is on. */
export function useDeleteDelivery(onDeleted?: () => void) {
  const confirm = useConfirm()
  const { mutate, isPending } = useApiMutation(deleteDelivery)

  async function askAndDelete({ id, patient_name }: Pick<DeliveryRow, 'id' | 'patient_name'>) {
    const agreed = await confirm(deletionQuestion('Delete delivery', `the delivery for ${patient_name}`))
    if (!agreed) return
    mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast.success('Delivery deleted successfully')
          onDeleted?.()
          dropDelivery(id)
        },
        onError: (error) => {
          toast.error(withRefusal('Failed to delete delivery', error))
          rereadDelivery(id)
        },
      },
    )
  }
  return { askAndDelete, isDeleting: isPending }
}
