import { photoLimitBytes, photoNotAnImage, photoTooLarge } from '#shared/model/completion.ts'

/** Every photo of a door is called this: the name that a file had on the phone may tell of its owner. */
export const photoName = 'delivery_photo.jpg'
export const photoType = 'image/jpeg'
export const photoFailed = 'Failed to process delivery photo'

const longestSide = 2048
const bestQuality = 0.8
/** Tried one after the other while the photo is larger than is good for a phone's network. */
const lowerQualities = [0.65, 0.5]
const wantedBytes = 600_000

type Rewritten = { photo: File; problem?: undefined } | { photo?: undefined; problem: string }

/**
 * The photo as it is sent: a JPEG, upright, of at most 2048 px, with nothing in it but the picture, made from any kind of file
 * that the browser can decode. Else what is wrong with the file, in the spec's words. Never rejects.
 */
export async function rewritePhoto(file: File): Promise<Rewritten> {
  if (file.size > photoLimitBytes) return { problem: photoTooLarge }
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return { problem: photoNotAnImage }
  const canvas = draw(picture)
  // Of 12 megapixels it holds 48 MB of a phone's memory.
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

/** Undefined where the browser has no room for the canvas. */
function draw(picture: ImageBitmap): OffscreenCanvas | undefined {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  const canvas = new OffscreenCanvas(scaled(picture.width), scaled(picture.height))
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return undefined
  // A JPEG has no transparency: what was transparent becomes white, not black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}
