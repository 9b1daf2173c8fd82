import { unavailable } from '../http/app-error.ts'

/** Said by a write whose condition does not hold: somebody else wrote since the item was read. */
export class Overtaken extends Error {}

const rounds = 5

/** Reads, decides and writes anew while others write at the same moment. */
export async function decideAnew<T>(attempt: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      if (round === rounds) throw unavailable()
    }
  }
}
