import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { ArchivedFile } from '../data/entities/organisation-export.ts'

/*
 * This file writes the few record types of a ZIP itself, because no library can continue an archive that another process has begun.
 * See `functions/decisions/organization-archive.md`.
 */

const needed = 20
const neededBeyond = 45
const namesAreUtf8 = 0x0800
const deflated = 8
/** The earliest time that a ZIP can store, 1 January 1980. All files have this time, because their lines contain the real times. */
const [time, date] = [0, 0x21]

/** The largest value of a four-byte field. An offset that reaches it is written into a ZIP64 field or record instead. */
const beyond = 0xffff_ffff
const manyFiles = 0xffff

type Field = readonly [bytes: 2 | 4 | 8, value: number]

function record(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0))
  let at = 0
  for (const [length, value] of fields) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, length)
    at += length
  }
  return bytes
}

/** Compresses text or bytes as they are added, so that memory holds only the compressed bytes. */
export class PackedFile {
  private readonly chunks: Buffer[] = []
  private crc = 0
  private size = 0
  packed = 0

  add(content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.crc = crc32(bytes, this.crc)
    this.size += bytes.length
    this.pack(bytes, constants.Z_SYNC_FLUSH)
  }

  /** Completes the file. Returns its bytes for the archive, header included, and its entry for the directory. */
  finish(name: string): { bytes: Buffer; file: ArchivedFile } {
    this.pack(Buffer.alloc(0), constants.Z_FINISH)
    const file = { name, crc: this.crc, size: this.size, packed: this.packed }
    return { bytes: Buffer.concat([localHeader(file), ...this.chunks]), file }
  }

  private pack(bytes: Uint8Array, finishFlush: number): void {
    const chunk = deflateRawSync(bytes, { finishFlush })
    this.chunks.push(chunk)
    this.packed += chunk.length
  }
}

const describing = ({ crc, size, packed }: ArchivedFile): Field[] => [
  [2, namesAreUtf8],
  [2, deflated],
  [2, time],
  [2, date],
  [4, crc],
  [4, packed],
  [4, size],
]

function localHeader(file: ArchivedFile): Buffer {
  const name = Buffer.from(file.name)
  return Buffer.concat([record([4, 0x0403_4b50], [2, needed], ...describing(file), [2, name.length], [2, 0]), name])
}

/** The size of a file's entry in the directory of an archive that is smaller than 4 GB. */
export const entryBytesOf = ({ name }: ArchivedFile): number => 46 + Buffer.byteLength(name)

/** The size of the record after the directory. */
export const archiveEndBytes = 22

/** Returns the size of a file in the archive, header included. */
const bytesOf = (file: ArchivedFile) => localHeader(file).length + file.packed

function directoryEntry(file: ArchivedFile, offset: number): Buffer {
  const name = Buffer.from(file.name)
  const isBeyond = offset >= beyond
  const extra = isBeyond ? record([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0)
  return Buffer.concat([
    record([4, 0x0201_4b50], [2, neededBeyond], [2, isBeyond ? neededBeyond : needed], ...describing(file)),
    record([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, isBeyond ? beyond : offset]),
    name,
    extra,
  ])
}

/** Makes the end of the archive, which follows all files: the directory, and the record that says where the directory begins. */
export function archiveEndOf(files: readonly ArchivedFile[]): Buffer {
  let start = 0
  const entries = files.map((file) => {
    const entry = directoryEntry(file, start)
    start += bytesOf(file)
    return entry
  })
  const size = entries.reduce((sum, { length }) => sum + length, 0)
  const isBeyond = start >= beyond || files.length >= manyFiles
  const count = Math.min(files.length, manyFiles)
  return Buffer.concat([
    ...entries,
    ...(isBeyond ? [endBeyond({ count: files.length, size, start })] : []),
    record([4, 0x0605_4b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, Math.min(start, beyond)], [2, 0]),
  ])
}

/**
 * Makes the end record in ZIP64 form, which has room for larger numbers, and a second record that says where the end record begins.
 */
const endBeyond = ({ count, size, start }: { count: number; size: number; start: number }) =>
  Buffer.concat([
    record([4, 0x0606_4b50], [8, 44], [2, neededBeyond], [2, neededBeyond], [4, 0], [4, 0]),
    record([8, count], [8, count], [8, size], [8, start]),
    record([4, 0x0706_4b50], [4, 0], [8, start + size], [4, 1]),
  ])
