import { Amplify } from '@aws-amplify/core'
import { ApiError, del, get, patch, post, put } from 'aws-amplify/api'
import { CallError, unreachableText } from './call-error.ts'
import type { RawResponse, SentRequest } from './caller.ts'
import { loadedTransport } from './loaded-transport.ts'
import { responseTimeoutMs } from './response-timeout.ts'
import { upload } from './upload.ts'

const apiName = 'carelane'

// The API has the same origin as the page. Amplify must add no tokens and repeat no call: `caller.ts` adds Carelane's own tokens,
// and only the code that makes a call knows whether it may be repeated.
Amplify.configure(
  { API: { REST: { [apiName]: { endpoint: location.origin } } } },
  { API: { REST: { defaultAuthMode: 'none', retryStrategy: { strategy: 'no-retry' } } } },
)

const bodyOf = (body: unknown) => (body === undefined ? body : JSON.parse(JSON.stringify(body)))

interface AmplifyAnswer {
  statusCode: number
  headers: Record<string, string>
}

/**
 * Reads the response of a call, and its body by `textOf`. If the response is not read to its end after `responseTimeoutMs`, the
 * call is cancelled and fails in the same way as a call without a network.
 */
async function readResponse<A extends AmplifyAnswer>(
  { response, cancel }: { response: Promise<A>; cancel: () => void },
  textOf: (answer: A) => Promise<string>,
): Promise<RawResponse> {
  const silence = setTimeout(cancel, responseTimeoutMs)
  try {
    const answer = await response
    return { status: answer.statusCode, headers: answer.headers, text: await textOf(answer) }
  } finally {
    clearTimeout(silence)
  }
}

/**
 * Sends a request with a JSON body, a form or no body. Resolves for every HTTP status. Rejects with a CallError of status 0 if
 * there is no response, or with the signal's reason if the upload of a form is cancelled.
 */
export const send = (request: SentRequest): Promise<RawResponse> =>
  request.body instanceof FormData ? sendForm(request, request.body) : sendJson(request)

loadedTransport.send = send

/** Sends a DELETE with a body. Uses `fetch`, because Amplify's `del` accepts no body. */
async function sendDelete({ path, headers, body }: SentRequest): Promise<RawResponse> {
  const answer = await fetch(path, {
    method: 'DELETE',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
}

async function sendForm({ method, path, headers, control }: SentRequest, form: FormData): Promise<RawResponse> {
  return upload({ ...control, method, url: location.origin + path, headers, form })
}

async function sendJson(request: SentRequest): Promise<RawResponse> {
  const { method, path, headers, body } = request
  const input = { apiName, path, options: { headers } }
  const sent = body === undefined ? input : { ...input, options: { headers, body: bodyOf(body) } }
  try {
    if (method === 'DELETE' && body !== undefined) return await sendDelete(request)
    if (method === 'DELETE') return await readResponse(del(input), async () => '')
    const verb = { GET: get, POST: post, PUT: put, PATCH: patch }[method]
    return await readResponse(verb(sent), ({ body: answered }) => answered.text())
  } catch (error) {
    const refused = error instanceof ApiError ? error.response : undefined
    if (refused) return { status: refused.statusCode, headers: refused.headers, text: refused.body ?? '' }
    throw new CallError({ status: 0, detail: unreachableText }, { cause: error })
  }
}
