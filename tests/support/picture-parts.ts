import { crc32 } from 'node:zlib'

type Content = string | Uint8Array | readonly number[]

export const bytesOf = (...parts: Content[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

const number = (value: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}
export const littleEndianBytes = (value: number, length: number) => number(value, length).reverse()

/** Makes a segment of a JPEG. */
export function jpegSegment(marker: number, ...content: Content[]) {
  const bytes = bytesOf(...content)
  return bytesOf([0xff, marker], number(bytes.length + 2, 2), bytes)
}

/** Makes a chunk of a PNG, with its checksum. */
export function pngChunk(type: string, ...content: Content[]) {
  const named = bytesOf(type, ...content)
  return bytesOf(number(named.length - 4, 4), named, number(crc32(named), 4))
}

/** Returns a copy of `file` with `added` at the byte position `at`, which counts from the end if it is negative. */
export const withInsertedBytes = (file: Uint8Array, at: number, ...added: Uint8Array[]) =>
  bytesOf(file.subarray(0, at < 0 ? file.length + at : at), ...added, file.subarray(at))

/** Makes the TIFF structure of EXIF data: the orientation, a position on earth, and the name of a street. */
export function exifTiff(orientation: number, byteOrder: 'II' | 'MM' = 'II') {
  const put = (value: number, length: number) =>
    byteOrder === 'II' ? littleEndianBytes(value, length) : number(value, length)
  const text = bytesOf('Hidden Street 7 <script>alert(1)</script>\0')
  const entries: Buffer[] = [
    bytesOf(put(0x010e, 2), put(2, 2), put(text.length, 4), put(62, 4)),
    bytesOf(put(0x0112, 2), put(3, 2), put(1, 4), put(orientation, 2), [0, 0]),
    bytesOf(put(0x8825, 2), put(4, 2), put(1, 4), put(62 + text.length, 4)),
  ]
  const places = bytesOf(put(1, 2), put(1, 2), put(2, 2), put(2, 4), 'N\0\0\0', put(0, 4))
  return bytesOf(byteOrder, put(42, 2), put(8, 4), put(3, 2), ...entries, put(0, 4), new Uint8Array(12), text, places)
}

export const xmpPacket =
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><script>alert(1)</script></x:xmpmeta>'
