import { unavailable } from '../http/app-error.ts'

/** Thrown by a write whose condition failed because somebody else wrote after the item was read. */
export class Overtaken extends Error {}

const rounds = 5

/** Repeats the attempt if another request wrote at the same moment. Answers 503 after five attempts. */
export async function retryIfOvertaken<T>(attempt: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      if (round === rounds) throw unavailable()
    }
  }
}
