import type { DynaliteStore, StoreWrite } from './dynalite.ts'
import { dynamodbRefusal } from './run-action.ts'

const remembered_ms = 10 * 60 * 1000

interface Used {
  digest: string
  until_ms: number
}

export interface RequestTokens {
  /**
   * Returns whether a request with this digest was committed under the token in the last ten minutes. Throws
   * IdempotentParameterMismatchException if a different request was committed under it.
   */
  isDone(token: string, digest: string): Promise<boolean>
  /**
   * Returns the write that stores a token. It must be committed together with the writes of the request, so that a kill leaves both
   * or neither.
   */
  noteOf(token: string, digest: string): StoreWrite
}

/** Keeps the ClientRequestTokens of the last ten minutes. Expired tokens are ignored, and deleted only at the next start. */
export async function openRequestTokens({ db }: DynaliteStore, now: () => number): Promise<RequestTokens> {
  const old: StoreWrite[] = []
  for await (const [key, { until_ms }] of db.iterator<Used>({ gt: 'token~', lt: 'token\x7f' })) {
    if (until_ms <= now()) old.push({ type: 'del', key })
  }
  await db.batch(old)
  return {
    async isDone(token, digest) {
      const used = await db.get<Used>(`token~${token}`)
      if (!used || used.until_ms <= now()) return false
      if (used.digest !== digest) throw dynamodbRefusal('IdempotentParameterMismatchException', '')
      return true
    },
    noteOf: (token, digest) => ({
      type: 'put',
      key: `token~${token}`,
      value: { digest, until_ms: now() + remembered_ms },
    }),
  }
}
