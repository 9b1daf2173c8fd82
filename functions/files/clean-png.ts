import { crc32, createInflate } from 'node:zlib'
import { assertPictureRule, BrokenPictureError, ByteReader, ByteWriter } from './byte-reader.ts'
import { exifWithOrientation, readOrientation } from './orientation.ts'
import { requireSaneSize, type SizedPicture } from './sized-picture.ts'

export const pngMagicBytes = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** For each PNG colour type: the allowed bits per sample, and the number of samples per pixel. */
const colourTypes: Readonly<Record<number, { depths: readonly number[]; samples: number }>> = {
  0: { depths: [1, 2, 4, 8, 16], samples: 1 },
  2: { depths: [8, 16], samples: 3 },
  3: { depths: [1, 2, 4, 8], samples: 1 },
  4: { depths: [8, 16], samples: 2 },
  6: { depths: [8, 16], samples: 4 },
}
const byPalette = 3

/** The passes of Adam7 interlacing: first column, first row, step between columns, step between rows. */
const interlacePasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Chunks that affect how numbers are shown as colours, with the lengths that their data must have. */
const colourChunks = new Map([
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
  ['cICP', 4],
])

interface Header {
  bytes: Buffer
  width: number
  height: number
  depth: number
  colourType: number
  isInterlaced: boolean
}

/**
 * Copies only the header, the colours, the pixels and the orientation of a PNG. Texts, times and unknown ancillary chunks, which no
 * program needs to show the picture, are dropped. Of an animation, only the still picture is kept, which is the one that programs
 * without support for animations show.
 */
export async function cleanPng(file: Buffer): Promise<SizedPicture> {
  const reader = new ByteReader(file, pngMagicBytes.length)
  const header = readHeader(readChunk(reader))
  const head = new Map([['IHDR', header.bytes]])
  const pixels = new ByteWriter(file.length)
  let orientation = 1
  let part: 'head' | 'pixels' | 'tail' = 'head'
  for (let chunk = readChunk(reader); !isEnd(chunk); chunk = readChunk(reader)) {
    const { type, data } = chunk
    if (type === 'IDAT') {
      assertPictureRule(part !== 'tail')
      part = 'pixels'
      pixels.put(data)
      continue
    }
    if (part === 'pixels') part = 'tail'
    if (type === 'eXIf') orientation = readOrientation(data)
    const cleaned = cleanChunk(chunk, header, head.get('PLTE'))
    if (!cleaned) continue
    assertPictureRule(part === 'head' && !head.has(type))
    head.set(type, cleaned)
  }
  assertPictureRule(header.colourType !== byPalette || head.has('PLTE'))
  await checkPixels(pixels.written, header)
  if (orientation > 1) head.set('eXIf', exifWithOrientation(orientation))
  const bytes = Buffer.concat([
    pngMagicBytes,
    ...[...head].flatMap(([type, data]) => chunkOf(type, data)),
    ...chunkOf('IDAT', pixels.written),
    ...chunkOf('IEND', Buffer.alloc(0)),
  ])
  return { bytes, width: header.width, height: header.height }
}

interface Chunk {
  type: string
  data: Buffer
}

function readChunk(reader: ByteReader): Chunk {
  const length = reader.bigEndian(4)
  const start = reader.position
  const type = reader.text(4)
  const data = reader.take(length)
  const checked = crc32(reader.since(start))
  assertPictureRule(reader.bigEndian(4) === checked && /^[A-Za-z]{4}$/.test(type))
  return { type, data }
}

function isEnd({ type, data }: Chunk) {
  if (type !== 'IEND') return false
  assertPictureRule(data.length === 0)
  return true
}

function chunkOf(type: string, data: Buffer): Buffer[] {
  const [length, name, checksum] = [Buffer.alloc(4), Buffer.from(type, 'latin1'), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(data, crc32(name)))
  return [length, name, data, checksum]
}

function readHeader({ type, data }: Chunk): Header {
  assertPictureRule(type === 'IHDR' && data.length === 13)
  const reader = new ByteReader(data)
  const width = reader.bigEndian(4)
  const height = reader.bigEndian(4)
  requireSaneSize(width, height)
  const depth = reader.byte()
  const colourType = reader.byte()
  assertPictureRule(colourTypes[colourType]?.depths.includes(depth) ?? false)
  const compression = reader.byte()
  const filter = reader.byte()
  const interlace = reader.byte()
  assertPictureRule(compression === 0 && filter === 0 && interlace <= 1)
  return { bytes: data, width, height, depth, colourType, isInterlaced: interlace === 1 }
}

/**
 * Returns the part of a chunk's data that is kept, or undefined if the chunk is dropped. Chunks with pixels are not passed to this
 * function. Throws `BrokenPictureError` for a chunk that is malformed, that a picture of this colour type cannot have, or that is
 * unknown but not ancillary.
 */
function cleanChunk({ type, data }: Chunk, { depth, colourType }: Header, palette: Buffer | undefined) {
  const colourLength = colourChunks.get(type)
  if (colourLength !== undefined) {
    assertPictureRule(data.length === colourLength)
    return data
  }
  if (type === 'PLTE') {
    assertPictureRule(data.length > 0 && data.length % 3 === 0 && data.length / 3 <= 256)
    // For all other colour types the palette is only a hint for screens with few colours, so it is dropped.
    if (colourType !== byPalette) return undefined
    assertPictureRule(data.length / 3 <= 2 ** depth)
    return data
  }
  if (type === 'tRNS') {
    const opaque = { 0: 2, 2: 6 }[colourType]
    assertPictureRule(
      opaque ? data.length === opaque : colourType === byPalette && data.length * 3 <= (palette?.length ?? 0),
    )
    return data
  }
  const isAncillary = /^[a-z]/.test(type)
  assertPictureRule(isAncillary)
  return undefined
}

/**
 * Checks that the pixels are a single zlib stream without anything after it, and that it inflates to exactly as many bytes as the
 * header requires.
 */
async function checkPixels(compressed: Buffer, header: Header) {
  const expected = pixelBytes(header)
  const inflate = createInflate({ chunkSize: 256 * 1024 })
  inflate.end(compressed)
  let size = 0
  try {
    for await (const piece of inflate) {
      size += piece.length
      assertPictureRule(size <= expected)
    }
  } catch (error) {
    throw new BrokenPictureError(undefined, { cause: error })
  }
  assertPictureRule(size === expected && inflate.bytesWritten === compressed.length)
}

/** Returns the number of bytes of the inflated pixels. Each row has one filter byte before its samples. */
function pixelBytes({ width, height, depth, colourType, isInterlaced }: Header): number {
  const bits = depth * (colourTypes[colourType]?.samples ?? 0)
  const rows = (columns: number, count: number) => (columns > 0 ? count * (1 + Math.ceil((columns * bits) / 8)) : 0)
  if (!isInterlaced) return rows(width, height)
  return interlacePasses.reduce((sum, [x, y, across, down]) => {
    const columns = Math.ceil((width - x) / across)
    return sum + rows(columns, Math.ceil((height - y) / down))
  }, 0)
}
