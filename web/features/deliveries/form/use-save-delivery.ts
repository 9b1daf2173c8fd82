import { createDelivery, updateDelivery } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { useApiMutation } from '../../../lib/api/queries.ts'
import { type CheckedDelivery, deliveryBody } from './delivery-form-values.ts'
import type { PatientRefresh } from './patient-directory-changes.tsx'

/**
 * Returns a function that creates or updates the delivery. All attempts to create it from one opened form have the same idempotency
 * key, so that a repeat creates no second delivery. An update sends the version of `opened`, so that the server can refuse to
 * overwrite a newer version.
 */
export function useSaveDelivery(opened: Delivery | undefined, idempotencyKey: string) {
  const create = useApiMutation(createDelivery)
  const update = useApiMutation(updateDelivery)
  return ({ refresh_patient, ...checked }: CheckedDelivery & PatientRefresh, isPending: boolean) => {
    const body = deliveryBody(checked)
    if (!opened) {
      const made = isPending ? { ...body, status: 'pending' as const } : body
      return create.mutateAsync({ body: made, headers: { 'idempotency-key': idempotencyKey } })
    }
    const headers = { 'if-match': String(opened.version) }
    return update.mutateAsync({
      params: { id: opened.id },
      body: { ...body, ...(refresh_patient && { refresh_patient }) },
      headers,
    })
  }
}
