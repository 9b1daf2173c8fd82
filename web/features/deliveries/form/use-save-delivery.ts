import { createDelivery, updateDelivery } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { useApiMutation } from '../../../lib/api/queries.ts'
import type { EditedRecord } from '../../../lib/forms/use-record-form.ts'
import { type CheckedDelivery, deliveryBody } from './delivery-form-values.ts'
import type { PatientRefresh } from './patient-directory-changes.tsx'

/**
 * Returns a function that creates or updates the delivery. All attempts to create it from one opened form have the same idempotency
 * key, so that a repeat creates no second delivery.
 */
export function useSaveDelivery(idempotencyKey: string) {
  const create = useApiMutation(createDelivery)
  const update = useApiMutation(updateDelivery)
  return (
    { refresh_patient, ...checked }: CheckedDelivery & PatientRefresh,
    edited: EditedRecord<Delivery> | undefined,
    isPending: boolean,
  ) => {
    const body = deliveryBody(checked)
    if (!edited) {
      const made = isPending ? { ...body, status: 'pending' as const } : body
      return create.mutateAsync({ body: made, headers: { 'idempotency-key': idempotencyKey } })
    }
    const { record, headers } = edited
    return update.mutateAsync({
      params: { id: record.id },
      body: { ...body, ...(refresh_patient && { refresh_patient }) },
      headers,
    })
  }
}
