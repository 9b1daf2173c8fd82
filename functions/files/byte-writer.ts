/**
 * Collects what is kept of a file in one piece of memory. A list of the pieces would take many times the file's size where the
 * pieces are tiny.
 */
export class ByteWriter {
  private readonly memory: Buffer
  private end = 0

  /** `capacity` in bytes; to put more throws a RangeError. */
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
