import { changeStatus } from '#shared/api/deliveries.ts'
import type { Delivery, DeliveryStatus } from '#shared/model/delivery.ts'
import { useApiMutation } from '../../../lib/queries.ts'
import { useSignedIn } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast.ts'
import { statusLabel } from '../../../ui/badge.tsx'
import { keepDelivery, rereadDelivery } from '../delivery-cache.ts'

/** Sends a change of status with the note that says who made it. */
export function useChangeStatus(delivery: Pick<Delivery, 'id' | 'version'>) {
  const { user } = useSignedIn()
  const { mutate, isPending, error } = useApiMutation(changeStatus, {
    onSuccess: (changed) => {
      keepDelivery(changed)
      toast.success('Delivery status updated successfully')
    },
    onError: ({ status, detail }) => {
      toast.error(detail || 'Failed to update delivery status')
      if (status === 409 || status === 404) rereadDelivery(delivery.id)
    },
  })
  const change = (status: DeliveryStatus) =>
    mutate({
      params: { id: delivery.id },
      body: { status, notes: `Status changed to ${statusLabel(status)} by ${user.full_name || user.email}` },
      headers: { 'if-match': String(delivery.version) },
    })
  return { change, isPending, failure: error && (error.detail || 'Failed to update delivery status') }
}
