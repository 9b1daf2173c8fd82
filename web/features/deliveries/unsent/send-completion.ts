import { completeDelivery } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { call } from '../../../lib/api/call.ts'
import { buildPhotoForm, ifMatchHeader, type PhotoFormInput } from '../../photo/photo-form.ts'

interface Sending extends PhotoFormInput {
  idempotencyKey: string
}

/** Completes a delivery. A repeat with the same idempotency key after a lost response does not complete the delivery twice. */
export async function sendCompletion({ idempotencyKey, ...sending }: Sending): Promise<Delivery> {
  const { form, version } = await buildPhotoForm(sending)
  sending.control?.signal?.throwIfAborted()
  const { body } = await call(completeDelivery, {
    params: { id: sending.delivery.id },
    form,
    headers: { 'idempotency-key': idempotencyKey, ...ifMatchHeader(version) },
    ...(sending.control && { control: sending.control }),
  })
  return body
}
