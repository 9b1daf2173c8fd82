import type { SentBodyOf } from '#shared/api/contract.ts'
import { completeDelivery } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { call } from '../../../lib/api/call.ts'
import { type PhotoSending, photoForm } from '../../photo/photo-form.ts'

interface Sending extends Pick<PhotoSending, 'photo' | 'control'> {
  delivery: Pick<Delivery, 'id' | 'version'>
  data: SentBodyOf<typeof completeDelivery>
  idempotencyKey: string
}

/** Completes a delivery; sent again with the same key after a lost answer, it changes nothing twice. */
export async function sendCompletion({ delivery, idempotencyKey, ...sending }: Sending): Promise<Delivery> {
  const form = await photoForm({ deliveryId: delivery.id, ...sending })
  sending.control?.signal?.throwIfAborted()
  const { body } = await call(completeDelivery, {
    params: { id: delivery.id },
    form,
    headers: { 'idempotency-key': idempotencyKey, 'if-match': String(delivery.version) },
    ...(sending.control && { control: sending.control }),
  })
  return body
}
