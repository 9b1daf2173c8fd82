import type * as z from 'zod/mini'
import type { Action } from '../model/activity.ts'
import type { Lazy } from '../model/lazy.ts'
import type { AccessRule } from '../rules/permissions.ts'

/** `public`: no token is read. `signedIn`: any active user. The others name the right that a caller needs. */
export type Access = 'public' | 'signedIn' | 'tenantAdmin' | AccessRule

/** How often one address may make a public call: `times` in `seconds`, refused calls included. */
interface Limit {
  times: number
  seconds: number
  /** Counted together with the other calls of this name; else the call has its count to itself. */
  sharedAs?: string
}

export type LookedAt = 'delivery' | 'patient'

/** One `/api` call. Gateway routes, dispatch, web client and tests are all made from these entries; `api-docs` has their words. */
export interface Entry {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  /**
   * The event that the call leaves in the activity; of several, the operation says which. `none`: it touches no patient's data, and
   * changes nothing that anybody will ask about.
   */
  event: EventRule
  /** What the path's ids name; any id that is not one of the caller's tenant answers 404 `<subject> not found`. */
  subject?: 'Delivery' | 'Patient' | 'User' | 'Role' | 'Tenant' | 'Run' | 'Session' | 'Passkey' | 'Key' | 'Export'
  /** It answers people too who have yet to set up the second step that their organisation asks for. */
  withoutSecondStep?: true
  /**
   * A session alone is not enough: its person must have proven within the last five minutes that it is them, by a sign-in or by
   * `confirmIdentity`, whose answer the call then carries in `confirmationHeader`. Otherwise 403.
   */
  confirmed?: true
  /** A program may call it by a key of its organisation. */
  takesKey?: true
  query?: Lazy
  body?: Lazy
  /** How the body may arrive; `form` is multipart with a JSON part `data` and an optional file `delivery_photo`. */
  media?: readonly ('json' | 'form')[]
  answer?: Lazy
  success: 200 | 201 | 202 | 204
  /** Of a 201: where the made thing is read, `{id}` being the answer's. Absent where it has no address of its own yet. */
  location?: `/api/${string}/{id}`
  /** Its answer says by `x-look` that it has left the event of a look, so that what else the page reads leaves no second one. */
  opensLook?: true
  /** Sent with the `x-look` of a look at one of these, a read of what belongs to it is part of that look. */
  withinLook?: readonly LookedAt[]
  /** The answer is a JSON array, a page of it when more follows (`Link`). */
  paged?: true
  /** A page says in `x-read-to` up to which instant it has read, whether it found anything or not. */
  readsBack?: true
  /** `Idempotency-Key` is accepted. */
  idempotent?: true
  /** `If-Match` is accepted and carries the version that the caller saw. */
  versioned?: true
  /** The answer has an `ETag`; with that in `If-None-Match`, 304 without a body stands for the same answer. */
  conditional?: true
  /** Anybody may keep a successful answer for so long, whoever asked; else nobody keeps any. */
  keptSeconds?: number
  limit?: Limit
  /** What a call costs is shared by all: how often it may be made in a minute, by one person and by one organisation. */
  callsPerMinute?: { person: number; organisation: number }
}

/** The statuses of refusals that come from more than an entry's shape. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429

const kilobyte = 1024

/** Bytes that a call may send, by how they arrive; one that sends more is refused before they are looked at. */
export const bodyLimitsOf = ({ path, media }: Pick<Entry, 'path' | 'media'>) => ({
  // Deliveries and patients come with signatures.
  json: (path.startsWith('/api/deliveries') ? 512 : 32) * kilobyte,
  // What Lambda takes: base64 makes 6 MB of it.
  form: media?.includes('form') ? 4608 * kilobyte : undefined,
})

/** As API Gateway writes a route: `GET /api/deliveries/{id}`. */
export const routeKeyOf = ({ method, path }: Pick<Entry, 'method' | 'path'>) => `${method} ${path}`

/** Under which name the calls of a limited entry are counted. */
export const countedAs = (entry: Entry): string => entry.limit?.sharedAs ?? routeKeyOf(entry)

export type EventRule = 'none' | Action | readonly Action[]

/** The actions that an entry's event can have. */
export type ActionOf<E extends Entry> = E['event'] extends readonly (infer A extends Action)[]
  ? A
  : Extract<E['event'], Action>

/** By these fields a call is known to carry a patient's data. */
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

/** Does not compile for a call that touches a patient's data and says `none`: what it asks for is the error's text. */
type RequiresEvent<E extends Entry> = E['event'] extends 'none'
  ? true extends TouchesPatients<E>
    ? { 'A call that touches patients names its event': never }
    : unknown
  : unknown

/** Keeps an entry's literal types. */
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
