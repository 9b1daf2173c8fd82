import type { Entry } from '#shared/api/contract.ts'
import { pauseFor } from '../browser/pause-for.ts'
import { call } from './call.ts'
import { CallError } from './call-error.ts'
import type { CallInput, CallResult } from './caller.ts'
import type { RowOf } from './paged-queries.ts'
import type { PagedEntry } from './queries.ts'

/** The number of rows to request in a page. The server returns at most 200. */
const pageSize = '200'

/** How many times in succession a call waits when the server asks it to slow down. */
const mostWaits = 5

/**
 * Makes one call of a long series. If the server refuses it for too many requests (429), the call is repeated after the time that
 * the server names, up to five times. Rejects with the signal's reason when the signal aborts.
 */
export async function callRetryingRateLimit<E extends Entry>(
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
      await pauseFor(seconds, signal)
    }
  }
}

/** Reads all pages of a list, one after the other. Rejects with the signal's reason when the signal aborts. */
export async function* readPages<E extends PagedEntry>(
  entry: E,
  input: CallInput<E>,
  signal: AbortSignal,
): AsyncGenerator<readonly RowOf<E>[]> {
  let cursor: string | undefined
  do {
    const query = { ...input.query, limit: pageSize, ...(cursor && { cursor }) }
    const page = await callRetryingRateLimit(entry, { ...input, query }, signal)
    yield Array.isArray(page.body) ? page.body : []
    cursor = page.next
  } while (cursor)
}
