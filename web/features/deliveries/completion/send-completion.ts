import type { SentBodyOf } from '#shared/api/contract.ts'
import { completeDelivery } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { call } from '../../../lib/call.ts'
import { photoForm } from './photo-form.ts'

interface Sending {
  delivery: Pick<Delivery, 'id' | 'version'>
  data: SentBodyOf<typeof completeDelivery>
  photo: File | null
  idempotencyKey: string
}

/** Completes a delivery; sent again with the same key after a lost answer, it changes nothing twice. */
export async function sendCompletion({ delivery, data, photo, idempotencyKey }: Sending): Promise<Delivery> {
  const { body } = await call(completeDelivery, {
    params: { id: delivery.id },
    form: await photoForm(delivery.id, data, photo),
    headers: { 'idempotency-key': idempotencyKey, 'if-match': String(delivery.version) },
  })
  return body
}
