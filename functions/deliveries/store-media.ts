import {
  photoLimitBytes,
  photoNotAnImageText,
  photoTooLargeText,
  signatureLimitBytes,
} from '#shared/model/completion.ts'
import { isId } from '#shared/model/fields.ts'
import type { RecordedStrokes } from '#shared/rules/signature-quality.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import { photoExtensions } from '../files/photo-extensions.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { sha256 } from './history-chain.ts'

/**
 * Returns the prefix of a delivery's stored pictures and signature points. Uploads have another prefix, whose objects are deleted
 * after a day; a photo that a delivery uses is stored again under this prefix.
 */
const folder = ({ tenant }: Caller, deliveryId: string) => `tenants/${tenant.id}/deliveries/${deliveryId}`
const uploads = ({ tenant }: Caller, deliveryId: string) => `uploads/${tenant.id}/${deliveryId}/`

export const photoUploadKey = (caller: Caller, deliveryId: string, uploadId: string) =>
  `${uploads(caller, deliveryId)}${uploadId}`

/** Names an object after its content, so that a repeated request writes the same object again and not a second one. */
const nameOf = (hash: string) => hash.slice(0, 32)

const widest = 4000
const highest = 2000

const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

/** Loads the picture cleaner on first use, because most requests have no picture. */
const clean = async (bytes: Uint8Array) => (await import('../files/clean-picture.ts')).cleanPicture(bytes)

/** Stores a signature that the client sent as a PNG data URL. Throws a 422 if it isn't a PNG image or is too large. */
export async function storeSignature(dataUrl: string, deliveryId: string, caller: Caller, { media }: Services) {
  const sent = bytesOf(dataUrl)
  const picture = sent.length <= signatureLimitBytes ? await clean(sent) : undefined
  if (picture?.contentType !== 'image/png' || picture.width > widest || picture.height > highest)
    throw invalidFieldError('patient_signature', 'The signature must be a PNG image')
  const hash = sha256(picture.bytes)
  const key = `${folder(caller, deliveryId)}/signature-${nameOf(hash)}.png`
  await media.put(key, picture.bytes, picture.contentType)
  return { signature_key: key, signature_sha256: hash }
}

/**
 * Stores the recorded points of a signature in an object of their own, because they can be many times larger than the rest of the
 * delivery.
 */
export async function storeSignatureStrokes(
  strokes: RecordedStrokes | null | undefined,
  deliveryId: string,
  caller: Caller,
  { media }: Services,
) {
  if (!strokes || strokes.length === 0) return { strokes_key: null, strokes_sha256: null }
  const bytes = Buffer.from(JSON.stringify(strokes))
  const hash = sha256(bytes)
  const key = `${folder(caller, deliveryId)}/strokes-${nameOf(hash)}.json`
  await media.put(key, bytes, 'application/json')
  return { strokes_key: key, strokes_sha256: hash }
}

interface SentPhoto {
  /** The file of a multipart form. */
  photo: Uint8Array | undefined
  /** The photo as a data URL, if it was sent that way. */
  dataUrl?: string | null | undefined
  /** The key of a photo that was uploaded before the request. */
  photoKey: string | null | undefined
}

/**
 * Stores the photo, if one was sent, without its metadata. Throws a 415 if the file is not a picture, a 413 if it is larger than 10
 * MB, and a 422 if `photoKey` names no upload for this delivery.
 */
export async function storePhoto(sent: SentPhoto, deliveryId: string, caller: Caller, services: Services) {
  const photo = await bytesOfPhoto(sent, deliveryId, caller, services)
  if (!photo) return {}
  if (photo.length > photoLimitBytes) throw new AppError('tooLarge', photoTooLargeText)
  const picture = await clean(photo)
  if (!picture) throw new AppError('wrongMediaType', photoNotAnImageText)
  const { bytes, contentType } = picture
  const hash = sha256(bytes)
  const key = `${folder(caller, deliveryId)}/photo-${nameOf(hash)}.${photoExtensions[contentType]}`
  await services.media.put(key, bytes, contentType)
  return { photo_key: key, delivery_photo_content_type: contentType, photo_sha256: hash }
}

/**
 * Returns the bytes of the sent photo. Reads an uploaded photo only once: the client can still upload another file in its place, so
 * the bytes that are checked must be the same ones that are then stored.
 */
async function bytesOfPhoto(
  { photo, dataUrl, photoKey }: SentPhoto,
  deliveryId: string,
  caller: Caller,
  { media }: Services,
): Promise<Uint8Array | undefined> {
  if (photo || dataUrl) return photo ?? bytesOf(dataUrl ?? '')
  if (!photoKey) return undefined
  const prefix = uploads(caller, deliveryId)
  const isOwn = photoKey.startsWith(prefix) && isId(photoKey.slice(prefix.length))
  const upload = isOwn ? await media.read(photoKey, photoLimitBytes + 1) : undefined
  if (!upload) throw invalidFieldError('delivery_photo_key', 'The uploaded photo was not found. Please add it again.')
  return upload
}
