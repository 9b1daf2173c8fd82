import type { DeliveryChange } from '#shared/model/delivery-history.ts'
import type { EventSubject } from '../data/subjects.ts'

interface FieldProblem {
  loc: readonly (string | number)[]
  msg: string
  type: string
}

const statusOf = {
  unusable: 400,
  unauthenticated: 401,
  forbidden: 403,
  /** This is not a denial: the caller may go on after proving their identity. */
  unconfirmed: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  wrongMediaType: 415,
  invalid: 422,
  tooMany: 429,
  unavailable: 503,
} as const

type ErrorCode = keyof typeof statusOf

/** The only error that operations throw; the pipeline turns it into an answer. Any other error becomes a 500. */
export class AppError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly detail: string | readonly FieldProblem[]
  /** How many seconds the caller should wait before the next attempt. */
  readonly retryAfterSeconds: number | undefined
  /** Further fields of the body, beside `detail`. */
  readonly more: object
  /** The object that exists but that the answer hides. The attempt to reach it is recorded as an event. */
  readonly hides: EventSubject | undefined

  constructor(
    code: ErrorCode,
    detail: string | readonly FieldProblem[],
    { retryAfterSeconds, more = {}, hides }: { retryAfterSeconds?: number; more?: object; hides?: EventSubject } = {},
  ) {
    super(typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; '))
    this.code = code
    this.status = statusOf[code]
    this.detail = detail
    this.retryAfterSeconds = retryAfterSeconds
    this.more = more
    this.hides = hides
  }
}

/** A 422 about one field of the body; `change.delivery_date` is a field within another one. For `hides`, see `notFound`. */
export const invalidField = (field: string, msg: string, hides?: EventSubject) =>
  new AppError('invalid', [{ loc: ['body', ...field.split('.')], msg, type: 'value_error' }], hiding(hides))

/** `hides`: an object that exists but that the caller may not know of. */
export const notFound = (subject: string, hides?: EventSubject) =>
  new AppError('notFound', `${subject} not found`, hiding(hides))

const hiding = (hides: EventSubject | undefined) => ({ ...(hides && { hides }) })

export const unknownRoute = () => new AppError('notFound', 'Not found')

/** `changes`: what has happened to the delivery since the caller read it. */
export const staleVersion = (changes: readonly DeliveryChange[]) =>
  new AppError('conflict', 'This delivery was changed by someone else. Refresh and try again.', { more: { changes } })

/** The same refusal for a run, which has no history. */
export const staleRun = () => new AppError('conflict', 'This run was changed by someone else. Refresh and try again.')

export const unavailable = () =>
  new AppError('unavailable', 'The service is busy right now. Please try again in a moment.', {
    retryAfterSeconds: 2,
  })
