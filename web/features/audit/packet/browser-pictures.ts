import { decodePicture, releasePicture } from '../../../lib/browser/decode-picture.ts'
import type { PagePictures } from './packet-pdf.ts'
import type { DrawText } from './pdf-page.ts'

/** The number of pixels per point with which a text is drawn, so that the text is sharp in print. */
const textScale = 4
/** The largest width of a photo on a page, in pixels. */
const photoWidth = 1000

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/** Draws a text as a PNG with the fonts of this computer, because they support more scripts than the fonts of the PDF. */
export const drawText: DrawText = async (text, size, isBold) => {
  const font = `${isBold ? 'bold ' : ''}${size * textScale}px system-ui, sans-serif`
  const height = size * 1.35
  const measured = new OffscreenCanvas(1, 1).getContext('2d')
  if (measured) measured.font = font
  const width = Math.max(1, Math.ceil(measured?.measureText(text).width ?? 0) + 2 * textScale) / textScale
  const canvas = new OffscreenCanvas(Math.ceil(width * textScale), Math.ceil(height * textScale))
  const context = canvas.getContext('2d')
  if (context) {
    context.font = font
    context.textBaseline = 'alphabetic'
    context.fillText(text, 0, size * 1.05 * textScale)
  }
  return { png: await bytesOf(await canvas.convertToBlob({ type: 'image/png' })), width, height }
}

/**
 * Converts a photo of any type into an upright JPEG for a page of the packet. Returns undefined if this browser cannot decode it.
 */
export async function pagePhoto(photo: Blob): Promise<Uint8Array | undefined> {
  const bitmap = await decodePicture(photo)
  if (!bitmap) return undefined
  const scale = Math.min(1, photoWidth / bitmap.width)
  const canvas = new OffscreenCanvas(Math.max(1, bitmap.width * scale), Math.max(1, bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  releasePicture(bitmap)
  return bytesOf(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 }))
}

/**
 * Returns the bytes of a delivery's pictures for its page in the PDF: the signature as it is, the photo as a JPEG. Undefined for a
 * picture that is missing, and for a photo that this browser cannot decode.
 */
export const convertPagePictures = async ({
  signature,
  photo,
}: Readonly<Record<'signature' | 'photo', Blob | undefined>>): Promise<PagePictures> => ({
  signature: signature && (await bytesOf(signature)),
  photo: photo && (await pagePhoto(photo)),
})
