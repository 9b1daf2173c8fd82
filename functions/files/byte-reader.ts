/** Thrown if a file isn't a complete picture, or is one that we don't accept, for example because of its size. */
export class BrokenPictureError extends Error {}

/** Throws `BrokenPictureError` unless `holds` is true. `holds` is a condition that every picture that we accept fulfils. */
export function assertPictureRule(holds: boolean): asserts holds {
  if (!holds) throw new BrokenPictureError()
}

/** Reads a file from front to back. Reading beyond its end throws `BrokenPictureError`. */
export class ByteReader {
  private readonly file: Buffer
  position: number

  constructor(file: Buffer, position = 0) {
    this.file = file
    this.position = position
  }

  get isAtEnd() {
    return this.position === this.file.length
  }

  /** Returns the next `length` bytes as a view, without copying them. */
  take(length: number): Buffer {
    const start = this.position
    this.skip(length)
    return this.since(start)
  }

  skip(length: number) {
    assertPictureRule(length >= 0 && this.position + length <= this.file.length)
    this.position += length
  }

  /** Returns everything read since `start` as a view, without copying it. */
  since(start: number): Buffer {
    return this.file.subarray(start, this.position)
  }

  byte(): number {
    const byte = this.file[this.position]
    assertPictureRule(byte !== undefined)
    this.position++
    return byte
  }

  /** Moves to the next byte with this value. Throws `BrokenPictureError` if there is none. */
  passTo(value: number) {
    const { file } = this
    let at = this.position
    while (at < file.length && file[at] !== value) at++
    assertPictureRule(at < file.length)
    this.position = at
  }

  bigEndian(length: 2 | 4): number {
    return this.take(length).readUIntBE(0, length)
  }

  text(length: number): string {
    return this.take(length).toString('latin1')
  }
}

/**
 * Collects the kept parts of a file in a single buffer, because a list of tiny parts would take many times as much memory as the
 * file.
 */
export class ByteWriter {
  private readonly memory: Buffer
  private end = 0

  /** `capacity` is the size of the buffer in bytes. Writing more throws a RangeError. */
  constructor(capacity: number) {
    this.memory = Buffer.allocUnsafe(capacity)
  }

  put(bytes: ArrayLike<number>) {
    this.memory.set(bytes, this.end)
    this.end += bytes.length
  }

  get written(): Buffer {
    return this.memory.subarray(0, this.end)
  }
}
