import type { ArchivedFile } from '../data/entities/organisation-export.ts'
import { PackedFile } from './zip.ts'

/**
 * The objects to write into the files of an archive, by the first part of the file's name, such as `deliveries`. Each object
 * becomes one line of JSON.
 */
export type ArchiveLines = Readonly<Record<string, readonly object[]>>

export interface FinishedFiles {
  bytes: Uint8Array
  files: ArchivedFile[]
}

/** S3's minimum size for a part of a multipart upload, except the last one, in bytes. */
export const smallestPart = 5 * 1024 * 1024

/** Collects the lines of one part of the upload, and keeps them in memory in compressed form. */
export class ArchivePart {
  private readonly files = new Map<string, PackedFile>()
  private readonly before: FinishedFiles
  rows = 0

  /** `before` is what the part begins with. */
  constructor(before: FinishedFiles = { bytes: Buffer.alloc(0), files: [] }) {
    this.before = before
  }

  add(lines: ArchiveLines): void {
    for (const [name, values] of Object.entries(lines)) {
      if (values.length === 0) continue
      const file = this.files.get(name) ?? new PackedFile()
      this.files.set(name, file)
      file.add(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
      this.rows += values.length
    }
  }

  get isFull(): boolean {
    return [...this.files.values()].reduce((sum, { packed }) => sum + packed, this.before.bytes.length) >= smallestPart
  }

  /** Closes the part's files. Their names end with the part's number, as in `deliveries-0001.jsonl`. */
  finish(number: number): FinishedFiles {
    const ending = String(number).padStart(4, '0')
    const finished = [...this.files].map(([name, file]) => file.finish(`${name}-${ending}.jsonl`))
    return {
      bytes: Buffer.concat([this.before.bytes, ...finished.map(({ bytes }) => bytes)]),
      files: [...this.before.files, ...finished.map(({ file }) => file)],
    }
  }
}
