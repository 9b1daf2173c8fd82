import { BrokenPictureError } from './byte-reader.ts'
import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng, pngMagicBytes } from './clean-png.ts'
import type { PhotoContentType } from './photo-extensions.ts'
import type { SizedPicture } from './sized-picture.ts'

export interface CleanedPicture extends SizedPicture {
  contentType: PhotoContentType
}

interface Kind {
  contentType: PhotoContentType
  start: Buffer
  clean: (file: Buffer) => SizedPicture | Promise<SizedPicture>
}

const kinds: readonly Kind[] = [
  { contentType: 'image/jpeg', start: Buffer.from([0xff, 0xd8]), clean: cleanJpeg },
  { contentType: 'image/png', start: pngMagicBytes, clean: cleanPng },
]

/**
 * Removes everything from a picture file that isn't needed to draw the picture. The picture is read to its end. Only the data that
 * draws the picture is written again, without texts, places, thumbnails and anything after the picture. Returns undefined unless
 * the file is a complete JPEG or PNG of a reasonable size; the first bytes only decide which of these to try. Other pictures are not
 * accepted, because the page turns whatever the browser can show into a JPEG before it sends it. Pixels are not decoded, except to
 * check the stream of a PNG. We wrote these readers ourselves, because no JavaScript library does this. Libraries that strip metadata
 * drop the segments that they know and copy all others unread. Libraries that decode and encode again need memory for every pixel,
 * and lose quality. Our readers pass through a file once and make at most two copies of it.
 */
export async function cleanPicture(file: Uint8Array): Promise<CleanedPicture | undefined> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const kind = kinds.find(({ start }) => bytes.subarray(0, start.length).equals(start))
  if (!kind) return undefined
  try {
    return { ...(await kind.clean(bytes)), contentType: kind.contentType }
  } catch (error) {
    if (error instanceof BrokenPictureError) return undefined
    throw error
  }
}
