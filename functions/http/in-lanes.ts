/** Runs at most `count` at the same time and returns all results in their order. */
export async function inLanes<T, R>(all: readonly T[], count: number, run: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const left = [...all.entries()]
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await run(next[1])
  }
  await Promise.all(Array.from({ length: count }, lane))
  return results
}
