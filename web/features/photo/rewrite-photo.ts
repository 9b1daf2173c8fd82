import { photoLimitBytes, photoNotAnImageText, photoTooLargeText } from '#shared/model/completion.ts'
import { decodePicture, releasePicture } from '../../lib/browser/decode-picture.ts'

/** The name of every chosen photo, because the name of a file on the phone may reveal something about its owner. */
const photoFileName = 'delivery_photo.jpg'
export const rewrittenPhotoContentType = 'image/jpeg'
export const photoFailedText = 'Failed to process delivery photo'

const longestSide = 2048
const bestQuality = 0.8
/** Lower JPEG qualities, tried one after the other while the photo is too large for a phone's network. */
const lowerQualities = [0.65, 0.5]
const targetBytes = 600_000

type Rewritten = { photo: File; problem?: undefined } | { photo?: undefined; problem: string }

/**
 * Converts a file that the browser can decode into an upright JPEG without metadata, of at most 2048 px in width and height. If the
 * file is too large or cannot be converted, resolves to the problem, in words for the user. Never rejects.
 */
export async function rewritePhoto(file: File): Promise<Rewritten> {
  if (file.size > photoLimitBytes) return { problem: photoTooLargeText }
  const picture = await decodePicture(file)
  if (!picture) return { problem: photoNotAnImageText }
  const canvas = draw(picture)
  releasePicture(picture)
  const blob = canvas && (await encode(canvas).catch(() => undefined))
  if (!blob) return { problem: photoFailedText }
  return { photo: new File([blob], photoFileName, { type: rewrittenPhotoContentType }) }
}

async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  let blob = await canvas.convertToBlob({ type: rewrittenPhotoContentType, quality: bestQuality })
  for (const quality of lowerQualities)
    if (blob.size > targetBytes) blob = await canvas.convertToBlob({ type: rewrittenPhotoContentType, quality })
  return blob
}

/** Draws the picture on a canvas. Returns undefined if the browser lacks the memory. */
function draw(picture: ImageBitmap | HTMLImageElement): OffscreenCanvas | undefined {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  const canvas = new OffscreenCanvas(scaled(picture.width), scaled(picture.height))
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return undefined
  // JPEG has no transparency. Fill with white first, because transparent parts would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}
