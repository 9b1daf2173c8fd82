import type { SentBodyOf } from '#shared/api/contract.ts'
import { completeDelivery, requestPhotoUpload } from '#shared/api/deliveries.ts'
import { type Delivery, multipartPhotoLimitBytes, photoNotAnImage } from '#shared/model/delivery.ts'
import { call } from '../../../lib/call.ts'
import { CallError } from '../../../lib/call-error.ts'
import { deliveryLabels } from '../delivery-labels.ts'

type CompletionBody = SentBodyOf<typeof completeDelivery>

/** The upload that a photo already has: a retry names it again, because another name would be another request. */
const uploaded = new WeakMap<File, string>()

/** Puts a photo that is too large for a request straight into S3; answers its key. */
async function upload(deliveryId: string, photo: File): Promise<string> {
  const known = uploaded.get(photo)
  if (known) return known
  const asked = requestPhotoUpload.body().safeParse({ content_type: photo.type, size: photo.size })
  if (!asked.success) throw new CallError({ status: 415, detail: photoNotAnImage })
  const { body } = await call(requestPhotoUpload, { params: { id: deliveryId }, body: asked.data })
  const form = new FormData()
  for (const [name, value] of Object.entries(body.fields)) form.append(name, value)
  form.append('file', photo)
  const answer = await fetch(body.url, { method: 'POST', body: form }).catch(() => undefined)
  if (!answer?.ok) throw new CallError({ status: answer?.status ?? 0, detail: deliveryLabels.photoFailed })
  uploaded.set(photo, body.photo_key)
  return body.photo_key
}

interface Sending {
  delivery: Pick<Delivery, 'id' | 'version'>
  data: CompletionBody
  photo: File | null
  idempotencyKey: string
}

/** Completes a delivery; sent again with the same key after a lost answer, it changes nothing twice. */
export async function sendCompletion({ delivery, data, photo, idempotencyKey }: Sending): Promise<Delivery> {
  const form = new FormData()
  const isLarge = photo !== null && photo.size > multipartPhotoLimitBytes
  const sent = isLarge ? { ...data, delivery_photo_key: await upload(delivery.id, photo) } : data
  form.append('data', JSON.stringify(sent))
  if (photo && !isLarge) form.append('delivery_photo', photo, photo.name)
  const { body } = await call(completeDelivery, {
    params: { id: delivery.id },
    form,
    headers: { 'idempotency-key': idempotencyKey, 'if-match': String(delivery.version) },
  })
  return body
}
