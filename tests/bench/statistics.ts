/** Returns the value below which this share of the samples lies. A share of 0.5 gives the median. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const median = (samples: readonly number[]) => percentile(samples, 0.5)

/** Collects samples by name. */
export class Samples {
  readonly #samples = new Map<string, number[]>()

  add(name: string, value: number) {
    this.#samples.set(name, [...this.of(name), value])
  }

  of(name: string): readonly number[] {
    return this.#samples.get(name) ?? []
  }

  /** Returns the median of each name, or what `of` makes of it. */
  medians(of = (value: number) => value): Record<string, number> {
    return Object.fromEntries(Array.from(this.#samples, ([name, values]) => [name, of(median(values))]))
  }

  median(name: string): number {
    return median(this.of(name))
  }

  least(name: string): number {
    return Math.min(...this.of(name))
  }
}

/** Runs a call and returns its duration in milliseconds. */
export async function measureMs(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}
