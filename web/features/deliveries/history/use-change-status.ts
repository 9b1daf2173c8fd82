import { useMutation } from '@tanstack/react-query'
import { changeStatus } from '#shared/api/deliveries.ts'
import type { Delivery, DeliveryStatus } from '#shared/model/delivery.ts'
import { call } from '../../../lib/call.ts'
import type { CallError } from '../../../lib/call-error.ts'
import { useSignedIn } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast.ts'
import { photoForm } from '../completion/photo-form.ts'
import { keepDelivery, rereadDelivery } from '../delivery-cache.ts'
import { statusFailure } from '../failure-text.ts'

export type StatusTexts = typeof statusTexts.list

/** What each place says of a change of status, where the server has no words of its own. */
export const statusTexts = {
  list: { done: 'Status updated successfully', failed: 'Failed to update status' },
  tracker: { done: 'Delivery status updated successfully', failed: 'Failed to update delivery status' },
}
const failedWithPhoto = 'Failed to update delivery status with photo'

interface Change {
  status: DeliveryStatus
  photo: File | null
}

/** Sends a change of status with the note that says who made it. The screen says why it was refused, at its place. */
export function useChangeStatus(
  delivery: Pick<Delivery, 'id' | 'version'>,
  { done, failed }: StatusTexts,
  onRefused?: (text: string) => void,
) {
  const { user } = useSignedIn()
  const failureOf = (error: CallError, { photo }: Change) => statusFailure(error, photo ? failedWithPhoto : failed)

  async function send({ status, photo }: Change): Promise<Delivery> {
    const body = { status, notes: `Status changed to ${status} by ${user.full_name || user.email}` }
    const sent = { params: { id: delivery.id }, headers: { 'if-match': String(delivery.version) } }
    if (!photo) return (await call(changeStatus, { ...sent, body })).body
    return (await call(changeStatus, { ...sent, form: await photoForm(delivery.id, body, photo) })).body
  }

  const { mutate, isPending, error, variables } = useMutation<Delivery, CallError, Change>({
    mutationFn: send,
    onSuccess: (changed) => {
      keepDelivery(changed)
      toast.success(done)
    },
    onError: (refusal, change) => {
      onRefused?.(failureOf(refusal, change))
      if (refusal.status === 409 || refusal.status === 404) rereadDelivery(delivery.id)
    },
  })
  return {
    change: (status: DeliveryStatus, photo: File | null = null) => mutate({ status, photo }),
    isPending,
    failure: error && failureOf(error, variables),
  }
}
