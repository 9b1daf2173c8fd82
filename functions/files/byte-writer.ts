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
