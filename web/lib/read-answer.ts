import type { AnswerOf, Entry, Schema } from '#shared/api/contract.ts'
import { releaseHeader } from '#shared/api/release-header.ts'
import { BrowserError, updated } from './browser-error.ts'
import { CallError, type Problem } from './call-error.ts'
import type { Answered } from './caller.ts'

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isProblem = (value: unknown): value is Problem =>
  isRecord(value) && Array.isArray(value.loc) && typeof value.msg === 'string'

const messageOf = (part: unknown) => (isRecord(part) ? (part.msg ?? part.message) : part)

/** What an error body says in words: a text, the messages of a list, else its JSON. */
function wordsOf(said: unknown): string {
  if (typeof said === 'string') return said
  if (Array.isArray(said))
    return said
      .map(messageOf)
      .filter((message) => typeof message === 'string')
      .join('; ')
  return isRecord(said) ? JSON.stringify(said) : ''
}

/** A page for people, of something between here and the server. */
const isMarkup = ({ headers, text }: Answered) =>
  /html|xml/.test(headers['content-type'] ?? '') || text.trimStart().startsWith('<')

const isPlainText = ({ headers }: Answered) => headers['content-type']?.startsWith('text/plain') ?? false

const notAnswered = 'Carelane did not answer. What you entered is kept.'
const signInElsewhere = 'This network wants you to sign in first.'

/** After a lost answer the content was changed: what was sent first has been carried out, and its key is taken. */
const isOfOtherContent = ({ loc }: Problem) => loc[1] === 'Idempotency-Key'
const alreadySaved = 'This was sent before and is saved as it was then. Look at what was saved before you change it.'

/** Words of the edge or the gateway about a server that they did not reach; those of the server have a `detail`. */
const isUnanswered = (answered: Answered, body: unknown) =>
  body === undefined
    ? isMarkup(answered) || (answered.text !== '' && !isPlainText(answered))
    : answered.status === 504 && !(isRecord(body) && 'detail' in body)

/** Reads an error body: its `detail`, else the gateway's own `message`, else a list of `errors`. */
export function readFailure(answered: Answered): CallError {
  const { status, headers, text } = answered
  const body = jsonOf(text)
  if (isUnanswered(answered, body)) return new CallError({ status, detail: notAnswered })
  const said = isRecord(body) ? (body.detail ?? body.message ?? body.errors) : body
  const problems = Array.isArray(said) ? said.filter(isProblem) : []
  if (problems.some(isOfOtherContent)) return new CallError({ status: 409, detail: alreadySaved })
  const seconds = Number(headers['retry-after'])
  return new CallError({
    status,
    detail: wordsOf(said),
    problems,
    raw: body === undefined ? text.trim() : '',
    retryAfterSeconds: seconds > 0 ? seconds : undefined,
  })
}

const isSchema = (value: unknown): value is Schema => isRecord(value) && 'safeParse' in value

/** What each row of a list is; undefined where the answer is no list. */
function rowOf({ def }: Schema): Schema | undefined {
  return def.type === 'array' && 'element' in def && isSchema(def.element) ? def.element : undefined
}

export interface ReaderParts {
  /** The build that this page is of; '' for none. */
  release: string
  /** Told what could not be read where somebody has to be told of it beside the caller, or in its place. */
  unread: (error: CallError) => void
}

/**
 * Reads what `entry` answers, of a list each row by itself: one that cannot be read is left out, and `unread` told. A page
 * that meets a newer release's answer may be too old for it.
 */
export function readAnswer<E extends Entry>(entry: E, answered: Answered, { release, unread }: ReaderParts) {
  // HTML where there is nothing to read is as little ours.
  if (isMarkup(answered)) throw new BrowserError(signInElsewhere)
  if (!entry.answer) return undefined as AnswerOf<E>
  const body = jsonOf(answered.text)
  const schema = entry.answer()
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data as AnswerOf<E>

  const newest = answered.headers[releaseHeader]
  const isOutdated = newest !== undefined && release !== '' && newest !== release
  const detail = isOutdated ? updated : 'Invalid response format from server'
  const error = new CallError({ status: answered.status, detail }, { cause: parsed.error })
  const row = rowOf(schema)
  const rows = row && Array.isArray(body) ? body.map((one) => row.safeParse(one)).filter(({ success }) => success) : []
  if (isOutdated || rows.length > 0) unread(error)
  if (rows.length === 0) throw error
  return rows.map(({ data }) => data) as AnswerOf<E>
}
