import { assertPictureRule } from './byte-reader.ts'

/** A picture that was read to its end, and reduced to what is needed to draw it. */
export interface SizedPicture {
  bytes: Buffer
  /** The stored size in pixels, before any rotation by the orientation. */
  width: number
  height: number
}

/**
 * The limits of a picture's size. `longestSide` is the longest side that a browser's canvas accepts, and `mostPixels` is more than
 * the pixels of a phone's photo of 10 MB.
 */
const longestSide = 16_384
const mostPixels = 64 * 1024 * 1024

/**
 * Throws `BrokenPictureError` if the size is unreasonable. A few bytes can claim gigabytes of pixels, and every viewer's browser
 * would have to allocate that memory.
 */
export function requireSaneSize(width: number, height: number) {
  assertPictureRule(width > 0 && height > 0 && Math.max(width, height) <= longestSide && width * height <= mostPixels)
}
