const orientationTag = 0x0112
const shortType = 3

/**
 * Reads a picture's orientation, 1 to 8, from its EXIF data. If the orientation cannot be read, the picture counts as upright (1),
 * as it does in browsers.
 */
export function readOrientation(tiff: Buffer): number {
  const byteOrder = tiff.toString('latin1', 0, 4)
  if (byteOrder !== 'II*\0' && byteOrder !== 'MM\0*') return 1
  const read = (at: number, length: 2 | 4) => {
    if (at + length > tiff.length) return 0
    return byteOrder === 'II*\0' ? tiff.readUIntLE(at, length) : tiff.readUIntBE(at, length)
  }
  const directory = read(4, 4)
  const entries = read(directory, 2)
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + 12 * i
    if (read(entry, 2) !== orientationTag) continue
    const value = read(entry + 8, 2)
    const isOne = read(entry + 2, 2) === shortType && read(entry + 4, 4) === 1 && value >= 1 && value <= 8
    return isOne ? value : 1
  }
  return 1
}

/** Makes the smallest possible EXIF data: a TIFF header, and a directory with the orientation as its only entry. */
export function exifWithOrientation(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(orientationTag, 10)
  tiff.writeUInt16LE(shortType, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  return tiff
}
