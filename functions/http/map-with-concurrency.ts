/** Runs at most `count` tasks at the same time, and returns their results in the original order. */
export async function mapWithConcurrency<T, R>(
  all: readonly T[],
  count: number,
  run: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const left = [...all.entries()]
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await run(next[1])
  }
  await Promise.all(Array.from({ length: count }, lane))
  return results
}
