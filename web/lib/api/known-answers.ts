interface Known {
  etag: string
  result: unknown
}

/** More than what one screen polls. */
const limit = 24

/** Answers that the server need not send again while they are the same, by path; the oldest goes first. */
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
