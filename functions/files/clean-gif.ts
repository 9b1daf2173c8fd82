import { assertPictureRule, ByteReader } from './byte-reader.ts'
import { requireSaneSize, type SizedPicture } from './sized-picture.ts'

const imageMark = 0x2c
const extensionMark = 0x21
const trailer = 0x3b
const graphicControl = 0xf9

/**
 * Copies only the header, the global colours and the first image of a GIF, with the image's transparent colour. Later images are
 * dropped, because a photo is proof, and an animated photo could show something else later.
 */
export function cleanGif(file: Buffer): SizedPicture {
  const reader = new ByteReader(file, 6)
  const width = reader.littleEndian(2)
  const height = reader.littleEndian(2)
  requireSaneSize(width, height)
  passColours(reader, reader.byte(), 2)
  const screen = reader.since(0)
  let image: Buffer | undefined
  let transparency: Buffer | undefined
  for (let mark = reader.byte(); mark !== trailer; mark = reader.byte()) {
    if (mark === extensionMark) {
      const label = reader.byte()
      const start = reader.position
      passBlocks(reader)
      if (label === graphicControl && !image) transparency = readTransparency(reader.since(start))
      continue
    }
    assertPictureRule(mark === imageMark)
    const found = readImage(reader, { width, height })
    image ??= found
  }
  assertPictureRule(image !== undefined)
  const bytes = Buffer.concat([screen, transparency ?? Buffer.alloc(0), image, Buffer.from([trailer])])
  return { bytes, width, height }
}

/** Skips `between` bytes, and then the colour table if `packed` says that there is one. */
function passColours(reader: ByteReader, packed: number, between: number) {
  reader.skip(between)
  if (packed & 0x80) reader.skip(3 * 2 ** ((packed & 7) + 1))
}

/** Skips a series of blocks, each of up to 255 bytes after its length. A length of 0 ends the series. */
function passBlocks(reader: ByteReader) {
  for (let length = reader.byte(); length > 0; length = reader.byte()) reader.skip(length)
}

/** Reads an image's control block and removes the animation settings. Returns undefined if the image has no transparent colour. */
function readTransparency(block: Buffer): Buffer | undefined {
  assertPictureRule(block.length === 6 && block[0] === 4)
  const [, packed = 0, , , index = 0] = block
  return packed & 1 ? Buffer.from([extensionMark, graphicControl, 4, 1, 0, 0, index, 0]) : undefined
}

/** Reads an image. The byte that introduces it has been read already. */
function readImage(reader: ByteReader, screen: { width: number; height: number }): Buffer {
  const start = reader.position - 1
  const left = reader.littleEndian(2)
  const top = reader.littleEndian(2)
  const width = reader.littleEndian(2)
  const height = reader.littleEndian(2)
  assertPictureRule(width > 0 && left + width <= screen.width && height > 0 && top + height <= screen.height)
  passColours(reader, reader.byte(), 0)
  const codeSize = reader.byte()
  assertPictureRule(codeSize >= 2 && codeSize <= 8)
  const dataStart = reader.position
  passBlocks(reader)
  assertPictureRule(reader.position > dataStart + 1)
  return reader.since(start)
}
