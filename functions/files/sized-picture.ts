import { requireWhole } from './byte-reader.ts'

/** A picture that was read to its end and reduced to the picture itself. */
export interface SizedPicture {
  bytes: Buffer
  /** In pixels, as stored, before any orientation is applied. */
  width: number
  height: number
}

/** The longest side that a browser's canvas accepts, and more pixels than a phone's camera fits into 10 MB. */
const longestSide = 16_384
const mostPixels = 64 * 1024 * 1024

/** A few bytes can claim gigabytes of pixels, for which the browser of every viewer would need the memory. */
export function requireSaneSize(width: number, height: number) {
  requireWhole(width > 0 && height > 0 && Math.max(width, height) <= longestSide && width * height <= mostPixels)
}
