import type { AnswerOf, Entry } from '#shared/api/contract.ts'
import { releaseHeader } from '#shared/api/release-header.ts'
import type { Schema } from '#shared/model/lazy.ts'
import { BrowserError, newReleaseText } from './browser-error.ts'
import { CallError, type ChangedField, type FieldProblem } from './call-error.ts'
import type { RawResponse } from './caller.ts'

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isProblem = (value: unknown): value is FieldProblem =>
  isRecord(value) && Array.isArray(value.loc) && typeof value.msg === 'string'

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'

const isChange = (value: unknown): value is ChangedField =>
  isRecord(value) && typeof value.field === 'string' && isTextOrNull(value.from) && isTextOrNull(value.to)

const messageOf = (part: unknown) => (isRecord(part) ? (part.msg ?? part.message) : part)

/** Returns a part of an error body as a message: a text unchanged, the messages of a list joined, an object as JSON, else ''. */
function wordsOf(detail: unknown): string {
  if (typeof detail === 'string') return detail
  if (Array.isArray(detail))
    return detail
      .map(messageOf)
      .filter((message) => typeof message === 'string')
      .join('; ')
  return isRecord(detail) ? JSON.stringify(detail) : ''
}

/** Returns true if the response is HTML or XML. Only a proxy between this page and the server sends such a response. */
const isMarkup = ({ headers, text }: RawResponse) =>
  /html|xml/.test(headers['content-type'] ?? '') || text.trimStart().startsWith('<')

const isPlainText = ({ headers }: RawResponse) => headers['content-type']?.startsWith('text/plain') ?? false

/** The message for a response that did not come from Carelane, such as the page of a gateway that is out of order. */
export const notAnsweredText = 'Carelane didn’t respond. What you entered is still here.'
const signInElsewhere = 'This network requires you to sign in first.'

/**
 * Returns true if the server refused the idempotency key because an earlier request with this key had other content: the response
 * to that request was lost although it was carried out, and the user has edited the content since.
 */
const isOfOtherContent = ({ loc }: FieldProblem) => loc[1] === 'Idempotency-Key'
const alreadySaved = 'This was already sent and is saved as it was then. Check what was saved before you change it.'

/**
 * Returns true if the response is surely not the API's: its body is markup or another text that is neither JSON nor plain text, or
 * it is a 504 without the `detail` that errors of the API have.
 */
const isUnanswered = (answered: RawResponse, body: unknown) =>
  body === undefined
    ? isMarkup(answered) || (answered.text !== '' && !isPlainText(answered))
    : answered.status === 504 && !(isRecord(body) && 'detail' in body)

/**
 * Turns an error response into a CallError. Its message is the API's `detail`, the gateway's `message` or the list of `errors` in
 * the body. If the API did not answer or had already carried out the request, the message is a text of this page.
 */
export function readFailure(answered: RawResponse): CallError {
  const { status, headers, text } = answered
  const body = jsonOf(text)
  if (isUnanswered(answered, body)) return new CallError({ status, detail: notAnsweredText })
  const detail = isRecord(body) ? (body.detail ?? body.message ?? body.errors) : body
  const problems = Array.isArray(detail) ? detail.filter(isProblem) : []
  if (problems.some(isOfOtherContent)) return new CallError({ status: 409, detail: alreadySaved })
  const seconds = Number(headers['retry-after'])
  return new CallError({
    status,
    detail: wordsOf(detail),
    problems,
    ...(isRecord(body) && Array.isArray(body.changes) && { changes: body.changes.filter(isChange) }),
    raw: body === undefined ? text.trim() : '',
    retryAfterSeconds: seconds > 0 ? seconds : undefined,
  })
}

const isSchema = (value: unknown): value is Schema => isRecord(value) && 'safeParse' in value

/** Returns the schema of a list's rows; undefined if the response is not a list. */
function rowOf({ def }: Schema): Schema | undefined {
  return def.type === 'array' && 'element' in def && isSchema(def.element) ? def.element : undefined
}

export interface AnswerReaderDependencies {
  /** The release of this page; '' if it has none. */
  release: string
  /** Called if only some rows of a list could be read, and if this page cannot read a response of another release. */
  unread: (error: CallError) => void
}

/**
 * Reads the response to a call of `entry`. If a list has invalid rows, they are left out and `unread` is called. Throws a CallError
 * if nothing can be read.
 */
export function readAnswer<E extends Entry>(
  entry: E,
  answered: RawResponse,
  { release, unread }: AnswerReaderDependencies,
) {
  // This check applies also to calls without a response body. The API never sends HTML, so HTML must be a network's sign-in page.
  if (isMarkup(answered)) throw new BrowserError(signInElsewhere)
  if (!entry.answer) return undefined as AnswerOf<E>
  const body = jsonOf(answered.text)
  const schema = entry.answer()
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data as AnswerOf<E>

  const newest = answered.headers[releaseHeader]
  const isOutdated = newest !== undefined && release !== '' && newest !== release
  const detail = isOutdated ? newReleaseText : 'Invalid response format from server'
  const error = new CallError({ status: answered.status, detail }, { cause: parsed.error })
  const row = rowOf(schema)
  const rows = row && Array.isArray(body) ? body.map((one) => row.safeParse(one)).filter(({ success }) => success) : []
  if (isOutdated || rows.length > 0) unread(error)
  if (rows.length === 0) throw error
  return rows.map(({ data }) => data) as AnswerOf<E>
}
