import { createHash } from 'node:crypto'
import { photoLimitBytes, photoNotAnImage, photoTooLarge, signatureLimitBytes } from '#shared/model/delivery.ts'
import { isId } from '#shared/model/fields.ts'
import { imageTypeOf } from '../files/image-type.ts'
import { AppError, invalidField } from '../http/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/** Where a delivery's own pictures lie; uploads that nobody claims are swept from their own prefix. */
const folder = ({ tenant }: Caller, deliveryId: string) => `tenants/${tenant.id}/deliveries/${deliveryId}`
const uploads = ({ tenant }: Caller, deliveryId: string) => `uploads/${tenant.id}/${deliveryId}/`

export const uploadKey = (caller: Caller, deliveryId: string, uploadId: string) =>
  `${uploads(caller, deliveryId)}${uploadId}`

/** Named by content: a repeated request writes the same object again, not another one. */
const nameOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

const widest = 4000
const highest = 2000

const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

/** A PNG data URL becomes an object; answers its key. */
export async function storeSignature(dataUrl: string, deliveryId: string, caller: Caller, { media }: Services) {
  const bytes = bytesOf(dataUrl)
  const type = await imageTypeOf(bytes)
  // The size of a PNG stands in its first chunk, right behind the signature.
  const fits = bytes.length >= 24 && bytes.readUInt32BE(16) <= widest && bytes.readUInt32BE(20) <= highest
  if (type?.contentType !== 'image/png' || !fits || bytes.length > signatureLimitBytes)
    throw invalidField('patient_signature', 'The signature must be a PNG image')
  const key = `${folder(caller, deliveryId)}/signature-${nameOf(bytes)}.png`
  await media.put(key, bytes, type.contentType)
  return key
}

interface SentPhoto {
  /** The file of a form. */
  photo: Uint8Array | undefined
  /** Or the picture as a data URL. */
  dataUrl?: string | null | undefined
  /** Or what was uploaded before. */
  photoKey: string | null | undefined
}

/** Keeps a photo, if one was sent, after a look at its bytes: 415 for what is no picture, 413 above 10 MB. */
export async function storePhoto(
  { photo: file, dataUrl, photoKey }: SentPhoto,
  deliveryId: string,
  caller: Caller,
  { media }: Services,
) {
  const photo = file ?? (dataUrl ? bytesOf(dataUrl) : undefined)
  if (photo) {
    const type = await acceptedType(photo, photo.length)
    const key = `${folder(caller, deliveryId)}/photo-${nameOf(photo)}.${type.extension}`
    await media.put(key, photo, type.contentType)
    return { photo_key: key, delivery_photo_content_type: type.contentType }
  }
  if (!photoKey) return {}
  const prefix = uploads(caller, deliveryId)
  const uploadId = photoKey.slice(prefix.length)
  const upload = photoKey.startsWith(prefix) && isId(uploadId) ? await media.peek(photoKey) : undefined
  if (!upload) throw uploadNotFound()
  const type = await acceptedType(upload.start, upload.size)
  // The upload's address still works: what is kept has to be what was looked at, and stays it when something else comes after.
  const key = `${folder(caller, deliveryId)}/photo-${nameOf(Buffer.from(photoKey + upload.etag))}.${type.extension}`
  if (!(await media.copy({ key: photoKey, etag: upload.etag }, key, type.contentType))) throw uploadNotFound()
  return { photo_key: key, delivery_photo_content_type: type.contentType }
}

const uploadNotFound = () =>
  invalidField('delivery_photo_key', 'The uploaded photo was not found. Please add it again.')

async function acceptedType(start: Uint8Array, size: number) {
  if (size > photoLimitBytes) throw new AppError('tooLarge', photoTooLarge)
  const type = await imageTypeOf(start)
  if (!type) throw new AppError('wrongMediaType', photoNotAnImage)
  return type
}
