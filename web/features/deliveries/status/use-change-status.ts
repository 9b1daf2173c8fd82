import { useMutation } from '@tanstack/react-query'
import { changeStatus } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import type { CallError } from '../../../lib/api/call-error.ts'
import { useIdempotentCall } from '../../../lib/api/queries.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { useSignedInSession } from '../../../lib/session/session.ts'
import { rereadDelivery, updateCachedDelivery } from '../delivery-cache.ts'
import { statusFailureText } from '../failure-text.ts'
import { othersChangesInWords } from './stale-changes.ts'

export type StatusChangeTexts = typeof statusChangeTexts.list

/** The messages after a status change in the list and on the delivery's page. `failed` is shown if the server gives no reason. */
export const statusChangeTexts = {
  list: { done: 'Status updated successfully', failed: 'Failed to update status' },
  tracker: { done: 'Delivery status updated successfully', failed: 'Failed to update delivery status' },
}
const failedWithPhoto = 'Failed to update delivery status with photo'

interface Change {
  status: DeliveryStatus
  /**
   * Builds a request body with data and a photo. Undefined if there is no photo. The list of deliveries never sends a photo and
   * loads no code for it.
   */
  withPhoto?: ((data: object) => Promise<FormData>) | undefined
  /** The reason of the change, for the history. */
  reason?: string | undefined
}

/**
 * Returns the function `change`, which changes the status with a note that names the author. If that fails, the calling screen has
 * to show the reason, which is in `failure` and is passed to `onRefused`.
 */
export function useChangeStatus(
  delivery: Pick<Delivery, 'id' | 'version'>,
  { done, failed }: StatusChangeTexts,
  onRefused?: (text: string) => void,
) {
  const { user } = useSignedInSession()
  const callOnce = useIdempotentCall()
  const failureOf = (error: CallError, { withPhoto }: Change) =>
    othersChangesInWords(error.changes ?? []) || statusFailureText(error, withPhoto ? failedWithPhoto : failed)

  async function send({ status, withPhoto, reason }: Change): Promise<Delivery> {
    const summary = `Status changed to ${status} by ${user.full_name || user.email}`
    const notes = reason ? `${summary}: ${reason}` : summary
    const body = { status, notes }
    const sent = { params: { id: delivery.id }, headers: { 'if-match': String(delivery.version) } }
    const input = withPhoto ? { ...sent, form: await withPhoto(body) } : { ...sent, body }
    return (await callOnce(changeStatus, input)).body
  }

  const { mutate, isPending, error, variables } = useMutation<Delivery, CallError, Change>({
    mutationFn: send,
    onSuccess: (changed) => {
      updateCachedDelivery(changed)
      toast.success(done)
    },
    onError: (refusal, change) => {
      onRefused?.(failureOf(refusal, change))
      if (refusal.status === 409 || refusal.status === 404) rereadDelivery(delivery.id)
    },
  })
  return {
    change: (status: DeliveryStatus, more: Omit<Change, 'status'> = {}) => mutate({ status, ...more }),
    isPending,
    failure: error && failureOf(error, variables),
  }
}
