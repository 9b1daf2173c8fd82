import { assertPictureRule, ByteReader } from './byte-reader.ts'
import { reduceProfileToColours } from './colour-profile.ts'
import { exifWithOrientation, readOrientation } from './orientation.ts'
import { requireSaneSize, type SizedPicture } from './sized-picture.ts'

/** Bits in the first byte of the extended header. */
const profileFlag = 0x20
const alphaFlag = 0x10
const exifFlag = 0x08
const animationFlag = 0x02

const pixelChunks = ['ALPH', 'VP8 ', 'VP8L']
const stillChunks = ['ICCP', 'EXIF', ...pixelChunks]
const animationChunks = ['ICCP', 'EXIF', 'ANIM', 'ANMF']
const frameHeaderBytes = 16

type Chunks = ReadonlyMap<string, Buffer>

interface Size {
  width: number
  height: number
}

/**
 * Copies only the pixels with their alpha, the part of the colour profile that affects colours, and the orientation of a WebP. Of
 * an animation, only the first frame is kept.
 */
export function cleanWebp(file: Buffer): SizedPicture {
  const start = new ByteReader(file, 4)
  const riff = new ByteReader(start.take(start.littleEndian(4)))
  assertPictureRule(riff.text(4) === 'WEBP')
  const [name, data] = readChunk(riff)
  if (name === 'VP8X') return cleanExtended(data, riff)
  const size = sizeOf(new Map([[name, data]]))
  readChunks(riff, [])
  return pictureOf(size, chunkOf(name, [data]))
}

function cleanExtended(header: Buffer, riff: ByteReader): SizedPicture {
  assertPictureRule(header.length === 10)
  const [flags = 0] = header
  const canvas = { width: 1 + header.readUIntLE(4, 3), height: 1 + header.readUIntLE(7, 3) }
  const isAnimated = (flags & animationFlag) > 0
  const found = readChunks(riff, isAnimated ? animationChunks : stillChunks)
  const colours = reduceProfileToColours(found.get('ICCP') ?? Buffer.alloc(0))
  const orientation = readOrientation(withoutMark(found.get('EXIF') ?? Buffer.alloc(0)))
  const pixels = isAnimated ? firstFrame(found, canvas) : still(found, canvas)
  const extended = Buffer.from(header)
  extended[0] = (flags & (alphaFlag | animationFlag)) | (colours ? profileFlag : 0) | (orientation > 1 ? exifFlag : 0)
  extended.fill(0, 1, 4)
  return pictureOf(canvas, [
    ...chunkOf('VP8X', [extended]),
    ...(colours ? chunkOf('ICCP', [colours]) : []),
    ...pixels,
    ...(orientation > 1 ? chunkOf('EXIF', [exifWithOrientation(orientation)]) : []),
  ])
}

/** Returns EXIF data without JPEG's marker `Exif\0\0`, which some programs write before the TIFF data. */
const withoutMark = (exif: Buffer) => exif.subarray(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0)

function still(found: Chunks, canvas: Size): Buffer[] {
  const { width, height } = sizeOf(found)
  assertPictureRule(width === canvas.width && height === canvas.height)
  return pixelsOf(found)
}

function firstFrame(found: Chunks, canvas: Size): Buffer[] {
  const [animation, frame] = [found.get('ANIM'), found.get('ANMF')]
  assertPictureRule(animation?.length === 6 && frame !== undefined)
  const reader = new ByteReader(frame)
  const [left, top] = [2 * reader.littleEndian(3), 2 * reader.littleEndian(3)]
  const [width, height] = [1 + reader.littleEndian(3), 1 + reader.littleEndian(3)]
  reader.position = frameHeaderBytes
  const pixels = readChunks(reader, pixelChunks)
  const size = sizeOf(pixels)
  assertPictureRule(size.width === width && size.height === height)
  assertPictureRule(left + width <= canvas.width && top + height <= canvas.height)
  return [
    ...chunkOf('ANIM', [animation]),
    ...chunkOf('ANMF', [frame.subarray(0, frameHeaderBytes), ...pixelsOf(pixels)]),
  ]
}

const pixelsOf = (found: Chunks) =>
  pixelChunks.flatMap((name) => {
    const data = found.get(name)
    return data ? chunkOf(name, [data]) : []
  })

/**
 * Reads the size from the first bytes of the pixels. These are in a single chunk, either lossy or lossless, and only lossy pixels
 * may have a separate alpha chunk.
 */
function sizeOf(found: Chunks): Size {
  const [lossy, lossless] = [found.get('VP8 '), found.get('VP8L')]
  if (lossy) {
    assertPictureRule(!lossless)
    return lossySize(lossy)
  }
  assertPictureRule(lossless !== undefined && !found.has('ALPH'))
  const reader = new ByteReader(lossless)
  assertPictureRule(reader.byte() === 0x2f)
  const bits = reader.littleEndian(4)
  const version = bits >>> 29
  assertPictureRule(version === 0 && !reader.isAtEnd)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

/** Reads the size of a visible key frame (RFC 6386, section 9.1). */
function lossySize(pixels: Buffer): Size {
  const reader = new ByteReader(pixels)
  const tag = reader.littleEndian(3)
  const isInterframe = tag & 1
  const isShown = tag & 0x10
  assertPictureRule(!isInterframe && isShown > 0 && reader.take(3).equals(Buffer.from([0x9d, 0x01, 0x2a])))
  const size = { width: reader.littleEndian(2) & 0x3fff, height: reader.littleEndian(2) & 0x3fff }
  const firstPartition = tag >> 5
  reader.skip(firstPartition)
  assertPictureRule(firstPartition > 0 && !reader.isAtEnd)
  return size
}

/** Reads the next chunk. A chunk of odd length is followed by one byte of padding. */
function readChunk(reader: ByteReader): [name: string, data: Buffer] {
  const name = reader.text(4)
  const length = reader.littleEndian(4)
  const data = reader.take(length)
  reader.skip(length % 2)
  return [name, data]
}

/**
 * Reads all chunks to the end of the data, and returns those whose names are in `names`. Only frames may occur more than once, and
 * then the first one is returned.
 */
function readChunks(reader: ByteReader, names: readonly string[]): Chunks {
  const found = new Map<string, Buffer>()
  while (!reader.isAtEnd) {
    const [name, data] = readChunk(reader)
    if (!names.includes(name)) continue
    assertPictureRule(name === 'ANMF' || !found.has(name))
    if (!found.has(name)) found.set(name, data)
  }
  return found
}

function chunkOf(name: string, content: readonly Buffer[]): Buffer[] {
  const length = content.reduce((sum, part) => sum + part.length, 0)
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(length, 4)
  return [head, ...content, Buffer.alloc(length % 2)]
}

function pictureOf({ width, height }: Size, chunks: readonly Buffer[]): SizedPicture {
  requireSaneSize(width, height)
  const bytes = Buffer.concat(chunkOf('RIFF', [Buffer.from('WEBP', 'latin1'), ...chunks]))
  return { bytes, width, height }
}
