import { requestPhotoUpload } from '#shared/api/deliveries.ts'
import { multipartPhotoLimitBytes } from '#shared/model/completion.ts'
import { call } from '../../lib/api/call.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { upload as send, type UploadControl } from '../../lib/api/upload.ts'
import { photoFailed, photoType } from './rewrite-photo.ts'

/** A photo that was uploaded, and the version that its delivery has had since. */
export interface UploadedPhoto {
  photo_key: string
  version: number
}

export interface PhotoSending {
  delivery: { id: string; version: number | undefined }
  data: object
  photo: File | null
  /** The upload of an attempt that was made before this page was loaded. */
  uploaded?: UploadedPhoto | undefined
  onUploaded?: (uploaded: UploadedPhoto) => Promise<void>
  control?: UploadControl | undefined
}

export const ifMatch = (version: number | undefined) => (version === undefined ? {} : { 'if-match': String(version) })

/** The upload that a photo already has. A retry has to name the same one, because another name would make it another request. */
const uploads = new WeakMap<File, UploadedPhoto>()

/** Uploads a photo to S3 that is too large for a request. */
async function upload(
  { id, version }: PhotoSending['delivery'],
  photo: File,
  control: UploadControl | undefined,
): Promise<UploadedPhoto> {
  const { body } = await call(requestPhotoUpload, {
    params: { id },
    body: { content_type: photoType, size: photo.size },
    headers: ifMatch(version),
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(body.fields)) form.append(name, value)
  form.append('file', photo)
  control?.signal?.throwIfAborted()
  const answer = await send({ ...control, method: 'POST', url: body.url, form })
  if (answer.status < 200 || answer.status > 299) throw new CallError({ status: answer.status, detail: photoFailed })
  const uploaded = { photo_key: body.photo_key, version: body.version }
  uploads.set(photo, uploaded)
  return uploaded
}

/** The multipart body with `data` and the photo or, if that is too large, its key; and the version to send with it. */
export async function photoForm({ delivery, data: answers, photo, uploaded, onUploaded, control }: PhotoSending) {
  const form = new FormData()
  const data = photo ? { ...answers, delivery_photo_content_type: photo.type } : answers
  if (photo && photo.size > multipartPhotoLimitBytes) {
    const known = uploaded ?? uploads.get(photo) ?? (await upload(delivery, photo, control))
    if (!uploaded) await onUploaded?.(known)
    form.append('data', JSON.stringify({ ...data, delivery_photo_key: known.photo_key }))
    return { form, version: delivery.version === undefined ? undefined : known.version }
  }
  form.append('data', JSON.stringify(data))
  if (photo) form.append('delivery_photo', photo, photo.name)
  return { form, version: delivery.version }
}
