import type { Answered, SentRequest } from './caller.ts'
import { silenceMs } from './silence.ts'
import { claimsOf } from './token-claims.ts'

interface Asked {
  authorization: string | undefined
  answer: Promise<Answered>
}

const asked = new Map<string, Asked>()

async function ask(path: string, authorization: string | undefined): Promise<Answered> {
  const headers = authorization ? { authorization } : {}
  const answer = await fetch(path, { headers, signal: AbortSignal.timeout(silenceMs) })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
}

/** Makes calls whose answers will be wanted, while the code that makes calls is still loading: public ones without a token. */
export function askEarly(paths: readonly string[], accessToken?: string) {
  if (accessToken && Number(claimsOf(accessToken).exp) * 1000 < Date.now()) return
  const authorization = accessToken && `Bearer ${accessToken}`
  for (const path of paths) {
    const answer = ask(path, authorization)
    // Whoever takes it hears of its failure.
    answer.catch(() => undefined)
    asked.set(path, { authorization, answer })
  }
  // What was answered long ago may have changed.
  setTimeout(() => asked.clear(), silenceMs)
}

/** The answer that is on its way to a call which was asked early, by the same token: once. */
export function takeEarly({ method, path, headers }: SentRequest): Promise<Answered> | undefined {
  // What is changed now is not in the answers that are on their way.
  if (method !== 'GET') asked.clear()
  const early = asked.get(path)
  asked.delete(path)
  return early?.authorization === headers.authorization ? early?.answer : undefined
}
