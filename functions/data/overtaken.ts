import { unavailableError } from '../failures/app-error.ts'

/** Thrown when the condition of a write fails because someone else has created, changed or removed the item since it was read. */
export class OvertakenError extends Error {}

const rounds = 5

/** Repeats an attempt that fails with `OvertakenError`. Throws a 503 after five such failures. */
export async function retryIfOvertaken<T>(attempt: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof OvertakenError)) throw error
      if (round === rounds) throw unavailableError()
    }
  }
}
