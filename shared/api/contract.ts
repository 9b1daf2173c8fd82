import type * as z from 'zod/mini'
import type { ActivityAction } from '../model/activity.ts'
import type { Lazy } from '../model/lazy.ts'
import type { AccessRule } from '../rules/permissions.ts'
import type { LastingAction } from './lasting-actions.ts'

/**
 * The callers who may make a call. `public`: anybody, and no access token or API key is read. `signedIn`: any active user. Any
 * other value names the right that the caller needs.
 */
export type CallAccess = 'public' | 'signedIn' | 'tenantAdmin' | AccessRule

/**
 * How many times one IP address (for IPv6, one /64 network) may make a public call within `seconds`. Refused calls count too,
 * unless their body was too large.
 */
interface Limit {
  times: number
  seconds: number
  /** The name of a shared count. Calls without a name are counted on their own. */
  sharedAs?: string
}

export type LookSubject = 'delivery' | 'patient'

/**
 * One call of the API. Gateway routes, dispatch, web client and tests are all derived from these entries. The descriptions of the
 * calls for the OpenAPI document are in `shared/api-docs`.
 */
export interface Entry {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: CallAccess
  /**
   * The event that the call records in the activity log. If several are named, the operation chooses. `none` means that the call
   * records no event, because it shows no patient's data and changes nothing that the activity log is for.
   */
  event: EventRule
  /**
   * The kind of object that the path identifies, by an id or, for a `Run`, by day and driver. If the caller's tenant has no such
   * object, the response is a 404 `<subject> not found`. A driver without deliveries on a day has an empty `Run`. A `Session` or
   * `Passkey` belongs to the caller's account instead, and the calls with a `Tenant` are public.
   */
  subject?: 'Delivery' | 'Patient' | 'User' | 'Role' | 'Tenant' | 'Run' | 'Session' | 'Passkey' | 'Key' | 'Export'
  /** Also allows users who haven't set up the second step that their organisation requires. */
  withoutSecondStep?: true
  /**
   * Requires that the user has proven their identity within the last five minutes, by a sign-in or by the call `confirmIdentity`.
   * After `confirmIdentity`, the request has to contain its result in the header `confirmationHeader`. Without a proof the response
   * is a 403. `sometimes`: only some requests require it, and the operation decides for each request by `confirmIf`.
   */
  confirmed?: true | 'sometimes'
  /**
   * Also allows programs that use one of the organisation's API keys. All calls about deliveries, runs and search have it, except
   * those made at the door.
   */
  takesKey?: true
  /**
   * Also allows a caller whose session has ended, with the session's last access token in the header `endedSessionHeader`. What was
   * signed at a door is not lost because its driver was signed out. `active`: the user must not have been deactivated since, and the
   * session must have been ended before it expired.
   */
  takesEndedSession?: 'active' | 'deactivated too'
  query?: Lazy
  body?: Lazy
  /**
   * The accepted formats of the body, by default only `json`. `form` is multipart with a JSON part `data` and an optional file
   * `delivery_photo`.
   */
  media?: readonly ('json' | 'form')[]
  answer?: Lazy
  success: 200 | 201 | 202 | 204
  /**
   * For a 201, the URL of the new object or, for a correction, of its delivery. `{id}` is replaced by the id in the response.
   * Absent if there is no such URL.
   */
  location?: `/api/${string}/{id}`
  /**
   * The call opens a look: it records that the caller looked at a delivery or patient, and its response has a token for this look
   * in the header `x-look`. The page sends the token with its other reads of this delivery or patient, so that they record no
   * further event.
   */
  opensLook?: true
  /**
   * The kinds of object whose looks this read can be part of. If the request has a valid `x-look` token of such a look and reads
   * data of the object that was looked at, or of its patient, it records no event of its own.
   */
  withinLook?: readonly LookSubject[]
  /**
   * The response is a JSON array, whose rows have a schema of their own in `shared/model` so that the document can name it. If more
   * follows, it is one page, and the `Link` header leads to the next.
   */
  paged?: true
  /** The response header `x-read-to` says how far back in time the log was searched for this page, even if nothing was found. */
  readsBack?: true
  /** The request may have an `Idempotency-Key`. */
  idempotent?: true
  /** The request may have an `If-Match` with the version that the caller has seen. */
  versioned?: true
  /**
   * The response has an `ETag`. If a request sends it in `If-None-Match` and nothing has changed, the response is a 304 without a
   * body.
   */
  conditional?: true
  /** For how many seconds caches may keep a successful response and serve it to all callers. Without this, no cache may keep it. */
  cacheSeconds?: number
  limit?: Limit
  /**
   * How often an expensive call may be made by one person or API key, and by a whole organisation. Cheap calls have no such limits.
   */
  callsPerMinute?: { person: number; organisation: number }
}

/** The statuses of refusals whose reasons `shared/api-docs` can describe. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429

const kilobyte = 1024

/** Returns the largest body in bytes, by media type. A request with a larger body is refused before the body is decoded. */
export const bodyLimitsOf = ({ path, media }: Pick<Entry, 'path' | 'media'>) => ({
  // Bodies for deliveries are larger, because they may contain signatures.
  json: (path.startsWith('/api/deliveries') ? 512 : 32) * kilobyte,
  // Lambda accepts 6 MB, which is 4.5 MB before base64.
  form: media?.includes('form') ? 4608 * kilobyte : undefined,
})

/** Returns the route in API Gateway's notation, such as `GET /api/deliveries/{id}`. */
export const routeKeyOf = ({ method, path }: Pick<Entry, 'method' | 'path'>) => `${method} ${path}`

/** Returns the name under which the calls of an entry with a `limit` are counted. */
export const limitCountName = (entry: Entry): string => entry.limit?.sharedAs ?? routeKeyOf(entry)

/** The action or actions that a call can record in the activity log, or `none`. */
export type EventRule = 'none' | ActivityAction | readonly ActivityAction[]

/** The actions that an entry can record: those in its `event`, without `none`. */
export type ActionOf<E extends Entry> = E['event'] extends readonly (infer A extends ActivityAction)[]
  ? A
  : Extract<E['event'], ActivityAction>

/** The fields by which `TouchesPatients` recognises a patient's data in a request or a response. */
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
 * A type that makes an entry fail to compile if it touches a patient's data but declares the event `none`. The compiler's error
 * shows the name of the missing property, which is therefore a sentence.
 */
type RequiresEvent<E extends Entry> = E['event'] extends 'none'
  ? true extends TouchesPatients<E>
    ? { 'A call that touches patients names its event': never }
    : unknown
  : unknown

/**
 * A type that makes an entry fail to compile if its effect outlasts the caller's session and it isn't `confirmed`. While TypeScript
 * infers `E`, it tries `Entry` itself, which has every action; that must not fail.
 */
type RequiresConfirmation<E extends Entry> = E['access'] extends 'public'
  ? unknown
  : ActivityAction extends ActionOf<E>
    ? unknown
    : [ActionOf<E> & LastingAction] extends [never]
      ? unknown
      : E['confirmed'] extends true | 'sometimes'
        ? unknown
        : { 'A call with a lasting effect is confirmed': never }

/** Defines an entry and keeps its literal types. */
/* @__NO_SIDE_EFFECTS__ */
export const entry = <const E extends Entry>(definition: E & RequiresEvent<E> & RequiresConfirmation<E>): E =>
  definition

type Parsed<L> = L extends Lazy<infer S> ? z.output<S> : undefined
type Sent<L> = L extends Lazy<infer S> ? z.input<S> : undefined

export type BodyOf<E extends Entry> = Parsed<E['body']>
export type QueryOf<E extends Entry> = Parsed<E['query']>
export type AnswerOf<E extends Entry> = E['success'] extends 204 ? undefined : Parsed<E['answer']>
export type SentBodyOf<E extends Entry> = Sent<E['body']>
export type SentQueryOf<E extends Entry> = Sent<E['query']>

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
export type ParamsOf<E extends Entry> = { [Name in ParamNames<E['path']>]: string }
