interface Known {
  etag: string
  result: unknown
}

/** The cache holds more responses than one screen polls. */
const limit = 24

/**
 * Caches responses by path, so that the server can answer 304 while a response is unchanged. When the cache is full, the oldest
 * response is dropped.
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
