/**
 * Collects what is kept of a file in one piece of memory, however many pieces it comes in: a list of them would let a file of
 * many tiny segments use a hundred times its size.
 */
export class ByteWriter {
  private readonly memory: Buffer
  private end = 0

  /** `capacity` in bytes: what is kept is never more than what was sent. */
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
