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
  /** Unlike `forbidden`, this is not recorded as a denial, because the caller may go on after proving their identity. */
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

/**
 * The error by which an operation refuses a request. The pipeline turns it into its response. Any other error becomes a 503 if it
 * is a temporary failure, and otherwise a 500.
 */
export class AppError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly detail: string | readonly FieldProblem[]
  /** After how many seconds the caller should try again. */
  readonly retryAfterSeconds: number | undefined
  /** Further fields of the response's body, beside `detail`. */
  readonly more: object
  /** The object that the response pretends doesn't exist. The attempt to access it is recorded as an event. */
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

/**
 * Makes a 422 about one field of the body. A nested field is written with dots, such as `change.delivery_date`. For `hides`, see
 * `notFoundError`.
 */
export const invalidFieldError = (field: string, msg: string, hides?: EventSubject) =>
  new AppError('invalid', [{ loc: ['body', ...field.split('.')], msg, type: 'value_error' }], hiding(hides))

/**
 * Makes a 404. `hides` is an object that does exist but must stay hidden from the caller. The attempt to access it is recorded as
 * an event.
 */
export const notFoundError = (subject: string, hides?: EventSubject) =>
  new AppError('notFound', `${subject} not found`, hiding(hides))

const hiding = (hides: EventSubject | undefined) => ({ ...(hides && { hides }) })

export const unknownRouteError = () => new AppError('notFound', 'Not found')

/**
 * Makes the 409 for an outdated version of a delivery. `changes` lists how its status and pharmacist have changed since the caller
 * read it.
 */
export const staleDeliveryError = (changes: readonly DeliveryChange[]) =>
  new AppError('conflict', 'This delivery was changed by someone else. Refresh and try again.', { more: { changes } })

/** Makes the 409 for an outdated version of a run. It lists no changes, because a run has no history. */
export const staleRunError = () =>
  new AppError('conflict', 'This run was changed by someone else. Refresh and try again.')

export const unavailableError = () =>
  new AppError('unavailable', 'The service is busy right now. Please try again in a moment.', {
    retryAfterSeconds: 2,
  })
