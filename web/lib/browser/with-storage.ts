/**
 * Returns the result of `work`, which uses the browser's storage; `refused` if it throws, for example because access is denied or
 * storage is full.
 */
export function withStorage<T>(work: () => T, refused: T): T {
  try {
    return work()
  } catch {
    return refused
  }
}
