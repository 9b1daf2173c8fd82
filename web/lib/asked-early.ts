import { sessionPaths } from '#shared/api/session-paths.ts'
import type { SentRequest } from './caller.ts'
import { silenceMs } from './silence.ts'
import { claimsOf } from './token-claims.ts'

interface Asked {
  authorization: string
  answer: Promise<Response>
}

const asked = new Map<string, Asked>()

/** Asks who is signed in, while the code that makes calls is still loading. */
export function askEarly(accessToken: string) {
  if (Number(claimsOf(accessToken).exp) * 1000 < Date.now()) return
  const authorization = `Bearer ${accessToken}`
  for (const path of Object.values(sessionPaths)) {
    const answer = fetch(path, { headers: { authorization }, signal: AbortSignal.timeout(silenceMs) })
    // Whoever takes it hears of its failure.
    answer.catch(() => undefined)
    asked.set(path, { authorization, answer })
  }
  // What was answered long ago may have changed.
  setTimeout(() => asked.clear(), silenceMs)
}

/** The answer that is on its way to a call which was asked early, by the same token: once. */
export function takeEarly({ path, headers }: SentRequest): Promise<Response> | undefined {
  const early = asked.get(path)
  asked.delete(path)
  return early?.authorization === headers.authorization ? early?.answer : undefined
}
