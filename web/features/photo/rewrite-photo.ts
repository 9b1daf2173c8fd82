import { photoLimitBytes, photoNotAnImage, photoTooLarge } from '#shared/model/completion.ts'

/** Every photo gets this name, because a file's own name on the phone may reveal something about its owner. */
export const photoName = 'delivery_photo.jpg'
export const photoType = 'image/jpeg'
export const photoFailed = 'Failed to process delivery photo'

const longestSide = 2048
const bestQuality = 0.8
/** Lower qualities that are tried in turn while the photo is too large for a phone's network. */
const lowerQualities = [0.65, 0.5]
const wantedBytes = 600_000

type Rewritten = { photo: File; problem?: undefined } | { photo?: undefined; problem: string }

/**
 * The photo as it is sent: an upright JPEG of at most 2048 px without metadata, made from any file that the browser can decode.
 * Otherwise the problem with the file, in the specified words. Never rejects.
 */
export async function rewritePhoto(file: File): Promise<Rewritten> {
  if (file.size > photoLimitBytes) return { problem: photoTooLarge }
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return { problem: photoNotAnImage }
  const canvas = draw(picture)
  // A bitmap of 12 megapixels takes 48 MB of a phone's memory.
  picture.close()
  const blob = canvas && (await encode(canvas).catch(() => undefined))
  if (!blob) return { problem: photoFailed }
  return { photo: new File([blob], photoName, { type: photoType }) }
}

async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  let blob = await canvas.convertToBlob({ type: photoType, quality: bestQuality })
  for (const quality of lowerQualities)
    if (blob.size > wantedBytes) blob = await canvas.convertToBlob({ type: photoType, quality })
  return blob
}

/** Undefined if the browser has no memory for the canvas. */
function draw(picture: ImageBitmap): OffscreenCanvas | undefined {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  const canvas = new OffscreenCanvas(scaled(picture.width), scaled(picture.height))
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return undefined
  // JPEG has no transparency, so transparent parts are made white instead of black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}
