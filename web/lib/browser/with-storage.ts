/** Does `work` on the browser's storage; answers `refused` where the browser refuses storage, or where it is full. */
export function withStorage<T>(work: () => T, refused: T): T {
  try {
    return work()
  } catch {
    return refused
  }
}
