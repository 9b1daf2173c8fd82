const ascii = (text: string) => Buffer.from(text, 'latin1')
const bytesOf = (...parts: (Buffer | Uint8Array | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))))
const decoded = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

/** Makes an ISO media file of a brand, as HEIC and AVIF are. */
const isoFile = (brand: string) => bytesOf([0, 0, 0, 24], ascii(`ftyp${brand}`), [0, 0, 0, 0], ascii(`mif1${brand}`))

/** A picture of each accepted type, with one or four pixels and nothing else in the file, so it is stored unchanged. */
export const pictures = {
  'image/jpeg': decoded(
    '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2Nj' +
      'Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAACAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/' +
      'xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYAUgv/9k=',
  ),
  'image/png': decoded(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
}
export type PictureType = keyof typeof pictures

/** Files that people attach as photos but that are not accepted. */
export const refusedPhotoFiles = {
  SVG: bytesOf(ascii('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')),
  HTML: bytesOf(ascii('<!doctype html><script>alert(1)</script>')),
  PDF: bytesOf(ascii('%PDF-1.7\n%âãÏÓ\n1 0 obj\n')),
  HEIC: isoFile('heic'),
  AVIF: isoFile('avif'),
  WebP: decoded('UklGRjQAAABXRUJQVlA4ICgAAABwAQCdASoCAAIAAsBMJaACdAFAAAD+645eRzvSpVf/KV/7Gv8FeVAA'),
  GIF: decoded('R0lGODlhAgACAIAAAExpcQCAgCH5BAEAAAAALAAAAAACAAIAAAICjFMAOw=='),
  BMP: bytesOf(ascii('BM'), new Uint8Array(60)),
  TIFF: bytesOf(ascii('II*'), new Uint8Array(61)),
  text: bytesOf(ascii('hello')),
  'one byte': bytesOf([0xff]),
  'the start of a JPEG': bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 16], ascii('JFIF'), new Uint8Array(10), [0xff, 0xd9]),
}

/**
 * Makes a JPEG of exactly this many bytes, by adding zeros to the end of the scan's data. `cleanJpeg` copies these data without
 * change, so the picture is stored with all its bytes.
 */
export function jpegOfSize(size: number) {
  const jpeg = pictures['image/jpeg']
  const bytes = new Uint8Array(size)
  bytes.set(jpeg.subarray(0, -2))
  bytes.set(jpeg.subarray(-2), size - 2)
  return bytes
}
