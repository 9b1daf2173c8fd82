interface Known {
  etag: string
  result: unknown
}

/** More than the number of calls that one screen polls. */
const limit = 24

/** Caches responses by path, so that the server can answer 304 while they are unchanged. The oldest is dropped first. */
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
