import { BrokenPicture } from './byte-reader.ts'
import { cleanGif } from './clean-gif.ts'
import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng, pngSignature } from './clean-png.ts'
import { cleanWebp } from './clean-webp.ts'
import type { PhotoType } from './photo-endings.ts'
import type { SizedPicture } from './sized-picture.ts'

export interface CleanPicture extends SizedPicture {
  contentType: PhotoType
}

interface Kind {
  contentType: PhotoType
  starts: readonly (string | Buffer)[]
  clean: (file: Buffer) => SizedPicture | Promise<SizedPicture>
}

const kinds: readonly Kind[] = [
  { contentType: 'image/jpeg', starts: ['\xff\xd8'], clean: cleanJpeg },
  { contentType: 'image/png', starts: [pngSignature], clean: cleanPng },
  { contentType: 'image/webp', starts: ['RIFF'], clean: cleanWebp },
  { contentType: 'image/gif', starts: ['GIF87a', 'GIF89a'], clean: cleanGif },
]

const beginsWith = (file: Buffer, start: string | Buffer) =>
  file.subarray(0, start.length).equals(typeof start === 'string' ? Buffer.from(start, 'latin1') : start)

/**
 * A picture with nothing in it but the picture. The file is gone through to its end, and what draws the picture is written
 * anew, without texts, places and thumbnails, and without what lies behind. Undefined for what is no whole JPEG, PNG, WebP or
 * GIF; the first bytes only say which of them to try. Coded pixels are not decoded, but for the stream of a PNG.
 *
 * The walkers are our own, because no library in JavaScript does this: those that strip metadata drop the segments they know
 * and copy all others unseen, and those that decode and encode need memory for every pixel and lose quality. A walker goes
 * through the file once and makes at most two copies of it.
 */
export async function cleanPicture(file: Uint8Array): Promise<CleanPicture | undefined> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const kind = kinds.find(({ starts }) => starts.some((start) => beginsWith(bytes, start)))
  if (!kind) return undefined
  try {
    return { ...(await kind.clean(bytes)), contentType: kind.contentType }
  } catch (error) {
    if (error instanceof BrokenPicture) return undefined
    throw error
  }
}
