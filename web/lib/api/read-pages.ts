import type { Entry } from '#shared/api/contract.ts'
import { call } from './call.ts'
import { CallError } from './call-error.ts'
import type { CallInput, CallResult } from './caller.ts'
import type { RowOf } from './paged-queries.ts'
import type { PagedEntry } from './queries.ts'

/** Entries of a page: the most that the server answers. */
const pageSize = '200'

/** So often in a row a call waits as long as the server asks it to. */
const mostWaits = 5

/** Waits so long, or until the signal is given. */
export const pause = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** A call of many in a row: what the server refuses because there were too many of them is tried again when it says. */
export async function callInTurn<E extends Entry>(
  entry: E,
  input: CallInput<E>,
  signal: AbortSignal,
): Promise<CallResult<E>> {
  for (let waits = 0; ; waits++) {
    signal.throwIfAborted()
    try {
      const result = await call(entry, input)
      signal.throwIfAborted()
      return result
    } catch (error) {
      const seconds = error instanceof CallError && error.status === 429 && error.retryAfterSeconds
      if (!seconds || waits === mostWaits) throw error
      await pause(seconds, signal)
    }
  }
}

/** All pages of a list, one after the other. Rejects with the signal's reason when it is cancelled. */
export async function* readPages<E extends PagedEntry>(
  entry: E,
  input: CallInput<E>,
  signal: AbortSignal,
): AsyncGenerator<readonly RowOf<E>[]> {
  let cursor: string | undefined
  do {
    const query = { ...input.query, limit: pageSize, ...(cursor && { cursor }) }
    const page = await callInTurn(entry, { ...input, query }, signal)
    yield Array.isArray(page.body) ? page.body : []
    cursor = page.next
  } while (cursor)
}
