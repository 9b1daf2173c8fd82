import { readClaims } from '../session/access-token.ts'
import type { RawResponse, SentRequest } from './caller.ts'
import { responseTimeoutMs } from './response-timeout.ts'

interface EarlyCall {
  authorization: string | undefined
  answer: Promise<RawResponse>
}

const calls = new Map<string, EarlyCall>()

async function ask(path: string, authorization: string | undefined): Promise<RawResponse> {
  const headers = authorization ? { authorization } : {}
  const answer = await fetch(path, { headers, signal: AbortSignal.timeout(responseTimeoutMs) })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
}

/** Returns whether a call with this access token can be made early: an expired token has to be renewed first. */
export const isUsable = (accessToken: string) => Number(readClaims(accessToken).exp) * 1000 >= Date.now()

/**
 * Sends the first calls of a page while the code that normally makes calls is still loading. `accessToken` is absent for public
 * calls. If it has expired, nothing is sent.
 */
export function callEarly(paths: readonly string[], accessToken?: string) {
  if (accessToken && !isUsable(accessToken)) return
  const authorization = accessToken && `Bearer ${accessToken}`
  for (const path of paths) {
    if (calls.get(path)?.authorization === authorization && calls.has(path)) continue
    const answer = ask(path, authorization)
    // Ignore a failure here: it is reported by the call that later uses this response.
    answer.catch(() => undefined)
    calls.set(path, { authorization, answer })
  }
  // After `responseTimeoutMs`, discard the responses that no call has used, because the server's data may have changed since.
  setTimeout(() => calls.clear(), responseTimeoutMs)
}

/**
 * Returns the response to the early call of the same path and token; undefined if there was none. Each response is returned at most
 * once.
 */
export function takeEarlyResponse({ method, path, headers }: SentRequest): Promise<RawResponse> | undefined {
  // This call may change the server's data, so all early responses may be outdated.
  if (method !== 'GET') calls.clear()
  const early = calls.get(path)
  calls.delete(path)
  return early?.authorization === headers.authorization ? early?.answer : undefined
}
