import { requestPhotoUpload } from '#shared/api/deliveries.ts'
import { multipartPhotoLimitBytes } from '#shared/model/completion.ts'
import { call } from '../../lib/api/call.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { upload as send, type UploadControl } from '../../lib/api/upload.ts'
import { photoFailed, photoType } from './rewrite-photo.ts'

export interface PhotoSending {
  deliveryId: string
  data: object
  photo: File | null
  control?: UploadControl | undefined
}

/** The upload that a photo already has: a retry names it again, because another name would be another request. */
const uploaded = new WeakMap<File, string>()

/** Puts a photo that is too large for a request straight into S3; answers its key. */
async function upload(deliveryId: string, photo: File, control: UploadControl | undefined): Promise<string> {
  const known = uploaded.get(photo)
  if (known) return known
  const { body } = await call(requestPhotoUpload, {
    params: { id: deliveryId },
    body: { content_type: photoType, size: photo.size },
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(body.fields)) form.append(name, value)
  form.append('file', photo)
  control?.signal?.throwIfAborted()
  const answer = await send({ ...control, method: 'POST', url: body.url, form })
  if (answer.status < 200 || answer.status > 299) throw new CallError({ status: answer.status, detail: photoFailed })
  uploaded.set(photo, body.photo_key)
  return body.photo_key
}

/** `data` as a multipart body, with the photo in it or, where it is too large, its key. */
export async function photoForm({ deliveryId, data, photo, control }: PhotoSending): Promise<FormData> {
  const form = new FormData()
  const isLarge = photo !== null && photo.size > multipartPhotoLimitBytes
  const sent = isLarge ? { ...data, delivery_photo_key: await upload(deliveryId, photo, control) } : data
  form.append('data', JSON.stringify(sent))
  if (photo && !isLarge) form.append('delivery_photo', photo, photo.name)
  return form
}
