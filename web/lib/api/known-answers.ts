interface Known {
  etag: string
  result: unknown
}

/** The largest number of responses that the cache holds. A single screen polls fewer. */
const limit = 24

/**
 * Creates a cache of responses by path. With their ETags, the server can answer 304 while a response is unchanged. When the cache
 * is full, the oldest response is dropped.
 */
export function createKnownAnswers() {
  const answers = new Map<string, Known>()
  return {
    get: (path: string) => answers.get(path),
    set(path: string, known: Known) {
      answers.delete(path)
      answers.set(path, known)
      const [oldest] = answers.keys()
      if (answers.size > limit && oldest !== undefined) answers.delete(oldest)
    },
    clear: () => answers.clear(),
  }
}

export type KnownAnswers = ReturnType<typeof createKnownAnswers>

export const knownAnswers = createKnownAnswers()
