import { requestPhotoUpload } from '#shared/api/deliveries.ts'
import { multipartPhotoLimitBytes, photoNotAnImage } from '#shared/model/delivery.ts'
import { call } from '../../../lib/call.ts'
import { CallError } from '../../../lib/call-error.ts'
import { deliveryLabels } from '../delivery-labels.ts'

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

/** `data` as a multipart body, with the photo in it or, where it is too large, its key. */
export async function photoForm(deliveryId: string, data: object, photo: File | null): Promise<FormData> {
  const form = new FormData()
  const isLarge = photo !== null && photo.size > multipartPhotoLimitBytes
  const sent = isLarge ? { ...data, delivery_photo_key: await upload(deliveryId, photo) } : data
  form.append('data', JSON.stringify(sent))
  if (photo && !isLarge) form.append('delivery_photo', photo, photo.name)
  return form
}
