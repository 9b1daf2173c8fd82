import { requestPhotoUpload } from '#shared/api/deliveries.ts'
import { multipartPhotoLimitBytes } from '#shared/model/completion.ts'
import { call } from '../../lib/api/call.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { upload as send, type UploadControl } from '../../lib/api/upload.ts'
import { photoFailedText, rewrittenPhotoContentType } from './rewrite-photo.ts'

/** A photo that was uploaded, and the version that its delivery has since the server allowed the upload. */
export interface UploadedPhoto {
  photo_key: string
  version: number
}

export interface PhotoFormInput {
  delivery: { id: string; version: number | undefined }
  data: object
  photo: File | null
  /** The upload that an earlier attempt made and recorded, perhaps before this page was loaded. */
  uploaded?: UploadedPhoto | undefined
  onUploaded?: (uploaded: UploadedPhoto) => Promise<void>
  control?: UploadControl | undefined
}

export const ifMatchHeader = (version: number | undefined) =>
  version === undefined ? {} : { 'if-match': String(version) }

/**
 * The upload of each photo. A retry must name the same upload, because the server accepts a repeated idempotency key only with the
 * same request.
 */
const uploads = new WeakMap<File, UploadedPhoto>()

/** Uploads a photo to S3. Used for photos that are too large to be part of the request. */
async function upload(
  { id, version }: PhotoFormInput['delivery'],
  photo: File,
  control: UploadControl | undefined,
): Promise<UploadedPhoto> {
  const { body } = await call(requestPhotoUpload, {
    params: { id },
    body: { content_type: rewrittenPhotoContentType, size: photo.size },
    headers: ifMatchHeader(version),
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(body.fields)) form.append(name, value)
  form.append('file', photo)
  control?.signal?.throwIfAborted()
  const answer = await send({ ...control, method: 'POST', url: body.url, form })
  if (answer.status < 200 || answer.status > 299)
    throw new CallError({ status: answer.status, detail: photoFailedText })
  const uploaded = { photo_key: body.photo_key, version: body.version }
  uploads.set(photo, uploaded)
  return uploaded
}

/**
 * Returns the multipart body with `data` and the photo (or the key of its upload, if it is too large), and the version of the
 * delivery to send with it.
 */
export async function buildPhotoForm({
  delivery,
  data: answers,
  photo,
  uploaded,
  onUploaded,
  control,
}: PhotoFormInput) {
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
