import * as auth from '#shared/api/auth.ts'
import type { AnswerOf, Entry, ParamsOf, SentBodyOf, SentQueryOf } from '#shared/api/contract.ts'
import { endedSessionHeader } from '#shared/api/ended-session-header.ts'
import { waitingHeader } from '#shared/api/waiting-header.ts'
import type { TokenPair } from '#shared/model/account.ts'
import { signedOutForIdlenessText } from '#shared/rules/sign-in-refusals.ts'
import { createTokenExpiryCheck, readClaims } from '../session/access-token.ts'
import { CallError } from './call-error.ts'
import { fillPath } from './fill-path.ts'
import { createKnownAnswers, type KnownAnswers } from './known-answers.ts'
import { type AnswerReaderDependencies, readAnswer, readFailure } from './read-answer.ts'
import type { UploadControl } from './upload.ts'

export interface SentRequest {
  method: Entry['method']
  /** The path from the root: `/api/deliveries?status=assigned`. */
  path: string
  headers: Record<string, string>
  body?: unknown
  /** Present only if the body is a form. */
  control?: UploadControl | undefined
}

export interface RawResponse {
  status: number
  /** Header names are in lower case. */
  headers: Record<string, string>
  text: string
}

export interface HeldTokens {
  access: string | undefined
  refresh: string | undefined
  /** True if the tokens were removed because no one had used any page for too long. */
  wasAway?: boolean
}

/** The caller's dependencies; tests pass their own. */
export interface CallerDependencies extends AnswerReaderDependencies {
  /** Rejects only if there was no response or an upload was cancelled. */
  send: (request: SentRequest) => Promise<RawResponse>
  tokens: {
    read: () => Promise<HeldTokens>
    store: (pair: TokenPair) => Promise<void>
    /** Removes the tokens. If `wasAway` is true, all tabs read it with the tokens until someone signs in, for at most a day. */
    clear: (wasAway?: boolean) => Promise<void>
  }
  /** Runs one `work` at a time. In browsers with Web Locks, this holds for all tabs together. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** The milliseconds of a monotonic clock that no one can set, such as `performance.now`. */
  now: () => number
  /** The cache of responses that the server may confirm with a 304. By default, each created caller has a cache of its own. */
  known?: KnownAnswers
  /**
   * Called when the tokens are gone, so that the page can leave the signed-in screens. `wasAway` is true if they were removed
   * because no one had used the page for too long, and the user has not been told so yet.
   */
  signedOut: (wasAway: boolean) => void
  /** Returns how many actions of the user wait to be sent. */
  waiting?: () => number
  /** Returns true if no one has used the page lately. The page's calls are then marked as background calls. */
  isBackground?: () => boolean
  /** The id of the user to whom the page belongs; undefined while no one is signed in. */
  owner: () => string | undefined
  /** Called when the tokens belong to another user, because another tab has signed someone else in or switched organisations. */
  overtaken: () => void
  /**
   * Sends a call for which the server may require the user to confirm their identity, and asks the user if it does. By default, the
   * call is only sent.
   */
  confirmed?: <T>(send: (headers: Record<string, string>) => Promise<T>) => Promise<T>
}

interface LooseInput {
  params?: Readonly<Record<string, string>>
  query?: object
  body?: unknown
  /** A multipart body instead of JSON. */
  form?: FormData
  /** Additional headers, such as `Idempotency-Key` and `If-Match`. */
  headers?: Readonly<Record<string, string>>
  /** Reports the progress of a form's upload, and cancels it. */
  control?: UploadControl
  /**
   * The id of the delivery or patient on whose page this data is shown. The activity log then counts this read and the read that
   * opened the page as one look at the record.
   */
  within?: string
}

type ParamsInput<E extends Entry> = keyof ParamsOf<E> extends never ? { params?: never } : { params: ParamsOf<E> }
type QueryInput<E extends Entry> = SentQueryOf<E> extends undefined ? { query?: never } : { query?: SentQueryOf<E> }
type BodyInput<E extends Entry> =
  SentBodyOf<E> extends undefined
    ? { body?: never; form?: never }
    : E extends { media: readonly unknown[] }
      ? { body: SentBodyOf<E>; form?: never } | { form: FormData; body?: never }
      : { body: SentBodyOf<E>; form?: never }

/** The input of a call of `E`, as the contract defines it. */
export type CallInput<E extends Entry> = LooseInput & ParamsInput<E> & QueryInput<E> & BodyInput<E>

export interface CallResult<E extends Entry> {
  body: AnswerOf<E>
  /** The cursor of the next page, if there is one. */
  next: string | undefined
  /** How far back in time a log was searched for this page. Present if the contract entry has `readsBack`. */
  readTo?: string | undefined
}

export type CallFunction = <E extends Entry>(entry: E, input: CallInput<E>) => Promise<CallResult<E>>

function requestOf(entry: Entry, { params = {}, query, body, form, headers = {}, control }: LooseInput): SentRequest {
  return {
    method: entry.method,
    path: fillPath(entry.path, { params, query }),
    headers: { ...headers },
    body: form ?? body,
    ...(control && { control }),
  }
}

/** Returns the `cursor` of the `Link` header's URL with the relation `next`. */
export function nextCursor(link: string | undefined): string | undefined {
  const address = /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(link ?? '')?.[1]
  return address && (new URLSearchParams(address.slice(address.indexOf('?') + 1)).get('cursor') ?? undefined)
}

/** The information about the page that a token refresh gives the server: that no one is using it, or how long ago someone did. */
type PageUse = Pick<SentBodyOf<typeof auth.refresh>, 'background' | 'unused_seconds'>

/**
 * Returns a function that sends a request, with the access token if there is one. If no one is using the page, the request is
 * marked as a background request.
 */
const createSender =
  ({ send, isBackground = () => false, waiting = () => 0 }: CallerDependencies) =>
  (token: string | undefined, { headers, ...request }: SentRequest) => {
    const about = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(isBackground() && { 'x-background': '1' }),
      ...(waiting() > 0 && { [waitingHeader]: String(waiting()) }),
    }
    return send({ ...request, headers: { ...headers, ...about } })
  }

type SendWith = ReturnType<typeof createSender>

/** Returns functions that read the session's tokens, refresh them, and end the session. */
function createTokenKeeper(parts: CallerDependencies, sendWith: SendWith) {
  const { tokens, exclusively, signedOut, isBackground = () => false } = parts
  /** True once `signedOut` has been called for idleness. Becomes false as soon as there are tokens again. */
  let isReported = false

  async function readTokens() {
    const held = await tokens.read()
    if (held.refresh) isReported = false
    return held
  }

  /**
   * Resolves to an access token other than `stale`; to undefined if there is no refresh token or the server refuses it. Rejects
   * with a CallError if the refresh fails for another reason.
   */
  const newAccessToken = (stale: string | undefined, use: PageUse = isBackground() ? { background: true } : {}) =>
    exclusively(async () => {
      const { access, refresh } = await readTokens()
      // Another tab or another call has already refreshed the tokens.
      if (access && access !== stale) return access
      if (!refresh) return undefined
      const answer = await sendWith(access, requestOf(auth.refresh, { body: { refresh_token: refresh, ...use } }))
      if (answer.status === 401) {
        // Remove the tokens, so that other calls that are waiting to refresh them find none and don't ask the server again.
        await tokens.clear(readFailure(answer).detail === signedOutForIdlenessText)
        return undefined
      }
      if (answer.status !== auth.refresh.success) throw readFailure(answer)
      const pair = readAnswer(auth.refresh, answer, parts)
      await tokens.store(pair)
      return pair.access_token
    })

  async function endSession(): Promise<never> {
    const { wasAway = false } = await tokens.read()
    await tokens.clear(wasAway)
    const isNews = wasAway && !isReported
    isReported = wasAway
    signedOut(isNews)
    throw new CallError({ status: 401, detail: 'Your session has ended. Please sign in and try again.' })
  }
  return { readTokens, newAccessToken, endSession }
}

type TokenKeeper = ReturnType<typeof createTokenKeeper>

/**
 * Returns a function that sends a request of a signed-in user. If the access token is missing or about to expire, it is refreshed
 * first. If the server refuses the token, it is refreshed and the request is sent once more. If no token is accepted, the session
 * ends.
 */
function createAuthorisedSender(
  parts: CallerDependencies,
  { readTokens, newAccessToken, endSession }: TokenKeeper,
  sendWith: SendWith,
) {
  const { now, owner, overtaken } = parts
  const life = createTokenExpiryCheck(now)

  function sendAsOwner(token: string, request: SentRequest) {
    const { sub } = readClaims(token)
    if (typeof sub === 'string' && (owner() ?? sub) !== sub) {
      overtaken()
      throw new CallError({ status: 0, detail: 'You’re now signed in to another organization.' })
    }
    return sendWith(token, request)
  }

  return async (request: SentRequest): Promise<RawResponse> => {
    const { access, refresh } = await readTokens()
    let token = refresh && (!access || life.isEnding(access)) ? await newAccessToken(access) : access
    let answer = token && (await sendAsOwner(token, request))
    if (token && answer && answer.status === 401) {
      token = await newAccessToken(token)
      answer = token && (await sendAsOwner(token, request))
    }
    if (answer && answer.status !== 401) return answer
    return endSession()
  }
}

/**
 * Creates the function that calls the API. For calls that need a session, it refreshes the tokens when they expire, and ends the
 * session if the server refuses to refresh them.
 */
export function createCaller(parts: CallerDependencies): CallFunction & { renew: (use: PageUse) => Promise<void> } {
  const { known = createKnownAnswers(), confirmed = (send) => send({}) } = parts
  const sendWith = createSender(parts)
  const keeper = createTokenKeeper(parts, sendWith)
  const sendAuthorised = createAuthorisedSender(parts, keeper, sendWith)
  /**
   * The `x-look` tokens that the server returned when a record was opened, by the record's id. Further reads for the record's page
   * send the token, so that the activity log counts all of them as one look at the record.
   */
  const looks = new Map<string, string>()

  /** Refreshes the tokens now, even if they are still valid, to tell the server whether the page is in use. */
  async function renew(use: PageUse): Promise<void> {
    const { access } = await keeper.readTokens()
    if (!(await keeper.newAccessToken(access, use))) await keeper.endSession()
  }

  const sendOnce: CallFunction = async (entry, input) => {
    const request = requestOf(entry, input)
    const look = entry.withinLook && looks.get(input.within ?? '')
    if (look) request.headers['x-look'] = look
    const before = entry.conditional && known.get(request.path)
    if (before) request.headers['if-none-match'] = before.etag
    // A public call needs no valid token, so no token is refreshed for it, and a 401 does not end the session.
    const isOfEndedSession = entry.takesEndedSession && endedSessionHeader in request.headers
    const answer = await (isOfEndedSession
      ? sendWith(undefined, request)
      : entry.access === 'public'
        ? sendWith((await keeper.readTokens()).access, request)
        : sendAuthorised(request))
    // The cached result has the right type, because its path belongs to this entry alone.
    if (before && answer.status === 304) return before.result as CallResult<typeof entry>
    if (answer.status < 200 || answer.status > 299) throw readFailure(answer)
    const { link, etag, 'x-look': opened, 'x-read-to': readTo } = answer.headers
    const result = { body: readAnswer(entry, answer, parts), next: nextCursor(link), readTo }
    if (entry.opensLook && opened) looks.set(input.params?.id ?? '', opened)
    if (entry.conditional && etag) known.set(request.path, { etag, result })
    return result
  }

  const call: CallFunction = (entry, input) =>
    entry.confirmed
      ? confirmed((headers) => sendOnce(entry, { ...input, headers: { ...input.headers, ...headers } }))
      : sendOnce(entry, input)
  return Object.assign(call, { renew })
}
