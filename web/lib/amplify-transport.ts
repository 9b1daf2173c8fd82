import { Amplify } from '@aws-amplify/core'
import { ApiError, del, get, patch, post, put } from 'aws-amplify/api'
import { CallError, unreachable } from './call-error.ts'
import type { Answered, SentRequest } from './caller.ts'

const apiName = 'carelane'

// The API is on the page's own origin; tokens are ours, and only the caller knows whether a call may be repeated.
Amplify.configure(
  { API: { REST: { [apiName]: { endpoint: location.origin } } } },
  { API: { REST: { defaultAuthMode: 'none', retryStrategy: { strategy: 'no-retry' } } } },
)

const bodyOf = (body: unknown) =>
  body === undefined || body instanceof FormData ? body : JSON.parse(JSON.stringify(body))

/** Amplify's `del` takes no body. */
async function sendDelete(path: string, headers: Record<string, string>, body: unknown): Promise<Answered> {
  const typed = { ...headers, 'content-type': 'application/json' }
  const answer = await fetch(path, { method: 'DELETE', headers: typed, body: JSON.stringify(body) })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
}

/** Sends by Amplify's REST verbs; every status is an answer, only a lost connection throws (status 0). */
export async function send({ method, path, headers, body }: SentRequest): Promise<Answered> {
  const input = { apiName, path, options: { headers } }
  const sent = body === undefined ? input : { ...input, options: { headers, body: bodyOf(body) } }
  try {
    if (method === 'DELETE' && body !== undefined) return await sendDelete(path, headers, body)
    if (method === 'DELETE') {
      const { statusCode, headers: answered } = await del(input).response
      return { status: statusCode, headers: answered, text: '' }
    }
    const verb = { GET: get, POST: post, PUT: put, PATCH: patch }[method]
    const answer = await verb(sent).response
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  } catch (error) {
    const refused = error instanceof ApiError ? error.response : undefined
    if (refused) return { status: refused.statusCode, headers: refused.headers, text: refused.body ?? '' }
    throw new CallError({ status: 0, detail: unreachable }, { cause: error })
  }
}
