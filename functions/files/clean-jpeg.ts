import { assertPictureRule, ByteReader, ByteWriter } from './byte-reader.ts'
import { exifWithOrientation, readOrientation } from './orientation.ts'
import { requireSaneSize, type SizedPicture } from './sized-picture.ts'

/** The second bytes of JPEG markers (ITU T.81, table B.1). */
const startOfPicture = 0xd8
const endOfPicture = 0xd9
const firstRestart = 0xd0
const startOfScan = 0xda
const huffmanTables = 0xc4
const quantisationTables = 0xdb
const restartDefinition = 0xdd
/** Application segments have the markers from this one to 0xef. */
const firstApplication = 0xe0
const comment = 0xfe

/** The application segments that affect how the picture is shown, with the text with which each begins. */
const jfif = { marker: firstApplication, mark: 'JFIF\0' }
const exif = { marker: firstApplication + 1, mark: 'Exif\0\0' }
const adobe = { marker: firstApplication + 14, mark: 'Adobe' }

/**
 * The most scans of a picture. A decoder passes over the whole picture for each scan, and even the most thorough encoders write
 * only a dozen.
 */
const mostScans = 64

/** The values that affect how the picture is shown, from the application segments before the first scan. */
interface Showing {
  /** `isJfif` and `adobeTransform` determine how three or four components are converted to colours. */
  isJfif: boolean
  adobeTransform: number | undefined
  orientation: number | undefined
}

interface Frame {
  width: number
  height: number
  components: ReadonlySet<number>
}

/**
 * Copies only the tables, the frame and the scans of a JPEG. Of the application segments, only the values without which the picture
 * would be turned or its colors wrong are written again, but no color profile: the page sends pictures in the web's own colors.
 * Everything after the first picture is dropped, because cameras append more pictures and films.
 */
export function cleanJpeg(file: Buffer): SizedPicture {
  const reader = new ByteReader(file, 2)
  const drawing = new ByteWriter(file.length)
  const showing: Showing = { isJfif: false, adobeTransform: undefined, orientation: undefined }
  let frame: Frame | undefined
  let restartInterval = 0
  let scans = 0

  for (let marker = readMarker(reader); marker !== endOfPicture; marker = readMarker(reader)) {
    const start = reader.position
    const segment = reader.take(reader.bigEndian(2) - 2)
    if (marker === comment || (marker & 0xf0) === firstApplication) {
      if (scans === 0) noteShowing(showing, marker, segment)
      continue
    }
    if (isFrame(marker)) {
      assertPictureRule(frame === undefined)
      frame = readFrame(segment)
    } else if (marker === startOfScan) {
      assertPictureRule(frame !== undefined && ++scans <= mostScans)
      checkScan(segment, frame)
      passScanData(reader, restartInterval)
    } else if (marker === restartDefinition) {
      assertPictureRule(segment.length === 2)
      restartInterval = segment.readUInt16BE()
    } else checkTables(marker, segment)
    drawing.put([0xff, marker])
    drawing.put(reader.since(start))
  }
  assertPictureRule(frame !== undefined && scans > 0)
  const bytes = Buffer.concat([
    Buffer.from([0xff, startOfPicture]),
    ...showingSegments(showing),
    drawing.written,
    Buffer.from([0xff, endOfPicture]),
  ])
  return { bytes, width: frame.width, height: frame.height }
}

/** Reads the next marker and returns its second byte. The first one, 0xff, may be repeated. */
function readMarker(reader: ByteReader): number {
  assertPictureRule(reader.byte() === 0xff)
  let marker = reader.byte()
  while (marker === 0xff) marker = reader.byte()
  return marker
}

/**
 * Accepts baseline, extended and progressive frames with Huffman coding, because browsers cannot decode arithmetic, lossless or
 * hierarchical ones.
 */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xc2

function readFrame(segment: Buffer): Frame {
  const reader = new ByteReader(segment)
  assertPictureRule(reader.byte() === 8)
  const height = reader.bigEndian(2)
  const width = reader.bigEndian(2)
  requireSaneSize(width, height)
  const count = reader.byte()
  assertPictureRule([1, 3, 4].includes(count))
  const components = new Set<number>()
  for (let i = 0; i < count; i++) {
    components.add(reader.byte())
    const sampling = reader.byte()
    assertPictureRule(isWithin(sampling >> 4, 1, 4) && isWithin(sampling & 15, 1, 4))
    assertPictureRule(reader.byte() <= 3)
  }
  assertPictureRule(reader.isAtEnd && components.size === count)
  return { width, height, components }
}

const isWithin = (value: number, least: number, most: number) => value >= least && value <= most

function checkScan(segment: Buffer, { components }: Frame) {
  const reader = new ByteReader(segment)
  const count = reader.byte()
  assertPictureRule(isWithin(count, 1, components.size))
  for (let i = 0; i < count; i++) {
    assertPictureRule(components.has(reader.byte()))
    const tables = reader.byte()
    assertPictureRule(tables >> 4 <= 3 && (tables & 15) <= 3)
  }
  const first = reader.byte()
  assertPictureRule(isWithin(reader.byte(), first, 63))
  reader.byte()
  assertPictureRule(reader.isAtEnd)
}

/**
 * Moves to the marker that follows the coded data. Within the data, a byte 0xff is followed by 0, or begins the next of the eight
 * restart markers, which take turns.
 */
function passScanData(reader: ByteReader, restartInterval: number) {
  const start = reader.position
  let restarts = 0
  for (;;) {
    reader.passTo(0xff)
    const found = reader.position
    const marker = readMarker(reader)
    if (isWithin(marker, firstRestart, firstRestart + 7)) {
      assertPictureRule(restartInterval > 0 && marker === firstRestart + (restarts++ % 8))
    } else if (marker !== 0) {
      assertPictureRule(found > start)
      reader.position = found
      return
    }
  }
}

/** Checks that a segment of tables contains tables and nothing else. */
function checkTables(marker: number, segment: Buffer) {
  assertPictureRule(marker === quantisationTables || marker === huffmanTables)
  const reader = new ByteReader(segment)
  while (!reader.isAtEnd) {
    const kind = reader.byte()
    assertPictureRule(kind >> 4 <= 1 && (kind & 15) <= 3)
    if (marker === quantisationTables) reader.skip(64 * (1 + (kind >> 4)))
    else {
      const codes = reader.take(16).reduce((sum, ofLength) => sum + ofLength)
      assertPictureRule(codes <= 256)
      reader.skip(codes)
    }
  }
}

function noteShowing(showing: Showing, marker: number, segment: Buffer) {
  const is = (kind: { marker: number; mark: string }) =>
    marker === kind.marker && segment.toString('latin1', 0, kind.mark.length) === kind.mark
  if (is(jfif) && segment.length >= 14) showing.isJfif = true
  if (is(adobe) && segment.length >= 12) showing.adobeTransform = segment[11]
  if (is(exif)) showing.orientation ??= readOrientation(segment.subarray(exif.mark.length))
}

function segmentOf({ marker, mark }: { marker: number; mark: string }, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.from(mark, 'latin1'), ...content])
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(bytes.length + 2, 2)
  return Buffer.concat([head, bytes])
}

function showingSegments({ isJfif, adobeTransform, orientation = 1 }: Showing): Buffer[] {
  return [
    // Version 1.1, square pixels, no thumbnail.
    ...(isJfif ? [segmentOf(jfif, Buffer.from([1, 1, 0, 0, 1, 0, 1, 0, 0]))] : []),
    ...(orientation > 1 ? [segmentOf(exif, exifWithOrientation(orientation))] : []),
    // Version 100, no flags.
    ...(adobeTransform === undefined ? [] : [segmentOf(adobe, Buffer.from([0, 100, 0, 0, 0, 0, adobeTransform]))]),
  ]
}
