import { requireWhole } from './byte-reader.ts'

/** A picture that was walked to its end, with nothing in it but the picture. */
export interface SizedPicture {
  bytes: Buffer
  /** Pixels, as stored: an orientation is not applied. */
  width: number
  height: number
}

/** The most that a browser's canvas takes on a side, and more pixels than a phone's camera puts into 10 MB. */
const longestSide = 16_384
const mostPixels = 64 * 1024 * 1024

/** A few bytes can claim gigabytes of pixels, for which the browser of everyone who looks at them would need the memory. */
export function requireSaneSize(width: number, height: number) {
  requireWhole(width > 0 && height > 0 && Math.max(width, height) <= longestSide && width * height <= mostPixels)
}
