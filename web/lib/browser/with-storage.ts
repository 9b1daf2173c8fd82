/** Runs `work` on the browser's storage. Returns `refused` if the browser denies access to storage or if storage is full. */
export function withStorage<T>(work: () => T, refused: T): T {
  try {
    return work()
  } catch {
    return refused
  }
}
