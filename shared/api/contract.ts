import type * as z from 'zod/mini'
import type { Action } from '../model/activity.ts'
import type { Lazy } from '../model/lazy.ts'
import type { AccessRule } from '../rules/permissions.ts'

/** `public`: no token is read. `signedIn`: any active user. Any other value names the right that a caller needs. */
export type Access = 'public' | 'signedIn' | 'tenantAdmin' | AccessRule

/** How often one IP address may make a public call: `times` in `seconds`, including refused calls. */
interface Limit {
  times: number
  seconds: number
  /** Calls with the same name share one count. Without a name, the call has a count of its own. */
  sharedAs?: string
}

export type LookedAt = 'delivery' | 'patient'

/** One `/api` call. Gateway routes, dispatch, web client and tests are all made from these entries; `api-docs` has their words. */
export interface Entry {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  /**
   * The event that the call leaves in the activity. If there are several, the operation chooses. `none`: the call touches no
   * patient's data and changes nothing that anybody will ask about.
   */
  event: EventRule
  /**
   * The kind of thing that the ids in the path identify. An id that does not belong to the caller's tenant answers 404 `<subject>
   * not found`.
   */
  subject?: 'Delivery' | 'Patient' | 'User' | 'Role' | 'Tenant' | 'Run' | 'Session' | 'Passkey' | 'Key' | 'Export'
  /** Users who have yet to set up the second step that their organisation requires may make the call, too. */
  withoutSecondStep?: true
  /**
   * A session alone is not enough: within the last five minutes the user must have proven their identity, by a sign-in or by
   * `confirmIdentity`, whose answer the call then carries in `confirmationHeader`. Otherwise 403.
   */
  confirmed?: true
  /** A program may make the call with one of its organisation's keys. */
  takesKey?: true
  query?: Lazy
  body?: Lazy
  /** How the body may arrive; `form` is multipart with a JSON part `data` and an optional file `delivery_photo`. */
  media?: readonly ('json' | 'form')[]
  answer?: Lazy
  success: 200 | 201 | 202 | 204
  /**
   * For a 201: the address at which the new object can be read; `{id}` is the answer's id. Absent if the object has no address of
   * its own yet.
   */
  location?: `/api/${string}/{id}`
  /**
   * The response header `x-look` says that the call has left the event of a look, so that the page's other reads leave no second
   * one.
   */
  opensLook?: true
  /** A read that carries the `x-look` of a look at one of these belongs to that look and leaves no event of its own. */
  withinLook?: readonly LookedAt[]
  /** The answer is a JSON array, a page of it when more follows (`Link`). */
  paged?: true
  /** The response header `x-read-to` says how far back a page has read, even if it found nothing. */
  readsBack?: true
  /** `Idempotency-Key` is accepted. */
  idempotent?: true
  /** `If-Match` is accepted and carries the version that the caller saw. */
  versioned?: true
  /** The response has an `ETag`. A request with it in `If-None-Match` gets 304 without a body if nothing has changed. */
  conditional?: true
  /** How long any cache may keep a successful response, for all callers. Without it, no cache may. */
  keptSeconds?: number
  limit?: Limit
  /** Everybody shares the cost of the call, so its calls per minute are limited for each person and for each organisation. */
  callsPerMinute?: { person: number; organisation: number }
}

/** The statuses of refusals that do not follow from an entry's shape alone. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429

const kilobyte = 1024

/** The most bytes that a request may have, by media type. A larger request is refused before it is read. */
export const bodyLimitsOf = ({ path, media }: Pick<Entry, 'path' | 'media'>) => ({
  // Deliveries and patients may carry signatures.
  json: (path.startsWith('/api/deliveries') ? 512 : 32) * kilobyte,
  // Lambda's limit: 4.5 MB become 6 MB in base64.
  form: media?.includes('form') ? 4608 * kilobyte : undefined,
})

/** In API Gateway's notation: `GET /api/deliveries/{id}`. */
export const routeKeyOf = ({ method, path }: Pick<Entry, 'method' | 'path'>) => `${method} ${path}`

/** The name under which the calls of a limited entry are counted. */
export const countedAs = (entry: Entry): string => entry.limit?.sharedAs ?? routeKeyOf(entry)

export type EventRule = 'none' | Action | readonly Action[]

/** The actions that an entry's event can have. */
export type ActionOf<E extends Entry> = E['event'] extends readonly (infer A extends Action)[]
  ? A
  : Extract<E['event'], Action>

/** A call whose answer has one of these fields carries a patient's data. */
type PatientField = 'patient_id' | 'patient_name' | 'zip_code'

type Carries<T> = T extends readonly (infer Row)[]
  ? Carries<Row>
  : T extends object
    ? string extends keyof T
      ? Carries<T[keyof T]>
      : keyof T & PatientField extends never
        ? { [Name in keyof T]-?: Carries<T[Name]> }[keyof T]
        : true
    : never

type TouchesPatients<E extends Entry> = E['subject'] extends 'Delivery' | 'Patient'
  ? true
  : Carries<[Sent<E['body']>, Sent<E['query']>, Parsed<E['answer']>]>

/**
 * Does not compile for a call that touches a patient's data but declares the event `none`. The type that it asks for is the text of
 * the error.
 */
type RequiresEvent<E extends Entry> = E['event'] extends 'none'
  ? true extends TouchesPatients<E>
    ? { 'A call that touches patients names its event': never }
    : unknown
  : unknown

/** Keeps the literal types of an entry. */
/* @__NO_SIDE_EFFECTS__ */
export const entry = <const E extends Entry>(definition: E & RequiresEvent<E>): E => definition

type Parsed<L> = L extends Lazy<infer S> ? z.output<S> : undefined
type Sent<L> = L extends Lazy<infer S> ? z.input<S> : undefined

export type BodyOf<E extends Entry> = Parsed<E['body']>
export type QueryOf<E extends Entry> = Parsed<E['query']>
export type AnswerOf<E extends Entry> = E['success'] extends 204 ? undefined : Parsed<E['answer']>
export type SentBodyOf<E extends Entry> = Sent<E['body']>
export type SentQueryOf<E extends Entry> = Sent<E['query']>

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
export type ParamsOf<E extends Entry> = { [Name in ParamNames<E['path']>]: string }
