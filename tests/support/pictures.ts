import { pngBytes } from './builders.ts'

const ascii = (text: string) => Buffer.from(text, 'latin1')
const bytesOf = (...parts: (Buffer | Uint8Array | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))))

/** An ISO media file of a brand: HEIC and its relatives. */
const isoFile = (brand: string) => bytesOf([0, 0, 0, 24], ascii(`ftyp${brand}`), [0, 0, 0, 0], ascii(`mif1${brand}`))

/** The smallest files whose first bytes make them a picture of each type. */
export const pictures = {
  'image/jpeg': bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 16], ascii('JFIF'), [0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9]),
  'image/png': pngBytes,
  'image/webp': bytesOf(ascii('RIFF'), [26, 0, 0, 0], ascii('WEBPVP8L'), [13, 0, 0, 0], new Uint8Array(14)),
  'image/gif': bytesOf(ascii('GIF89a'), [1, 0, 1, 0, 0, 0, 0, 0x3b]),
  'image/heic': isoFile('heic'),
}
export type PictureType = keyof typeof pictures

/** Files sent as a photo that are not accepted as one. */
export const noPictures = {
  SVG: bytesOf(ascii('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')),
  HTML: bytesOf(ascii('<!doctype html><script>alert(1)</script>')),
  PDF: bytesOf(ascii('%PDF-1.7\n%âãÏÓ\n1 0 obj\n')),
  AVIF: isoFile('avif'),
  BMP: bytesOf(ascii('BM'), new Uint8Array(60)),
  TIFF: bytesOf(ascii('II*'), new Uint8Array(61)),
  text: bytesOf(ascii('hello')),
  'one byte': bytesOf([0xff]),
}

/** A JPEG of exactly `size` bytes. */
export function jpegOf(size: number) {
  const bytes = new Uint8Array(size)
  bytes.set(pictures['image/jpeg'])
  return bytes
}
