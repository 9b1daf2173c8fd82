import type { ActionOf, Entry, ParamsOf, SentBodyOf } from '#shared/api/contract.ts'
import type { ActivityAction } from '#shared/model/activity.ts'
import type { PermissionKey } from '#shared/model/catalogue.ts'
import type { Lazy } from '#shared/model/lazy.ts'
import type { RaceParts } from '#tests/races/groups.ts'
import type { FieldGenerators } from '#tests/support/arbitrary-of.ts'
import type { Person } from '#tests/support/test-app.ts'
import type { IdRule } from './id-rules.ts'
import type { Workplace } from './workplace.ts'

/**
 * Who may call. It is stated here in the specification's words and not read from the contract in `shared/api`, because the contract
 * is tested against it.
 */
type Access = 'public' | 'signedIn' | 'tenantAdmin' | PermissionKey

export const viewPermission = 'delivery.view_orders'
export const createPermission = 'delivery.create_orders'
export const managePermission = 'delivery.edit_orders'

/** The services that a call may need in addition to the table. */
export const serviceNames = ['S3', 'SES', 'KMS', 'Secrets Manager', 'Google'] as const
export type Service = (typeof serviceNames)[number]

type BodyPart<E extends Entry> = E extends { body: Lazy } ? { body: SentBodyOf<E> } : { body?: unknown }

/** Everything that a call needs to succeed once, and how to tell whether it took effect. */
export type CallPreparation<E extends Entry = Entry> = BodyPart<E> & {
  /** The caller. By default the workplace's `caller`, or no one for a public call. */
  as?: Person
  /**
   * The parameters of the path. By default, the id of a thing that the organisation already has: see `standing` in `workplace.ts`.
   */
  params?: ParamsOf<E>
  query?: Record<string, string>
  /** Sent as a file. The body is then the part `data` of the form. */
  photo?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** How many times the call took effect. Undefined for a call that can be neither half done nor done twice. */
  done?: () => Promise<number>
  /** The status of a repeat after the first call took effect. By default, the status of a success. */
  repeated?: number
  /** The services that this success needs, if they are not those of the line. */
  needs?: readonly Service[]
}

export type MakeReady<E extends Entry = Entry> = (at: Workplace) => CallPreparation<E> | Promise<CallPreparation<E>>

/** What the test suites need to know about a call. */
export interface CallLine<E extends Entry = Entry> {
  access: Access
  /** Who may make the call for another user's delivery, run or account, if they are fewer than `access` says. */
  narrowedTo?: Access
  /** The response to an administrator whose organisation does not subscribe to deliveries, if it is not the usual success. */
  withoutDeliveries?: [status: number, detail: string]
  /** The text of the 403 to people who manage deliveries, if only the affected person may make the call. */
  ownRefusal?: string
  /**
   * The event that a success records, in the specification's words. `none` for a call that records its event only in other cases.
   * Undefined for a call that shows no patient's data and changes nothing that the activity log is for.
   */
  leaves?: ActivityAction | 'none'
  /**
   * The event that a success records in addition for each of the things that it changes, such as the deliveries of a started run.
   */
  leavesForEach?: ActivityAction
  /**
   * If true, the call finds the id in its path only among the things of the caller's own account, such as their sessions. So a test
   * must prepare a thing of the caller's own.
   */
  isOwn?: true
  /**
   * The specification requires the caller to have proved their identity in the last five minutes: for every request, or only for
   * some. In the second case, `lasting` prepares a request that requires it.
   */
  confirmed?: true | 'sometimes'
  lasting?: MakeReady<E>
  /** The specification accepts `Idempotency-Key`. */
  idempotent?: true
  /** The specification accepts `If-Match`. */
  versioned?: true
  /** By the specification, the call answers 304 if the caller already has the response. */
  conditional?: true
  ready?: MakeReady<E>
  /** Other ways in which the call succeeds, for the suites of faults and outages. */
  otherwiseReady?: Readonly<Record<string, MakeReady<E>>>
  /** The services without which the call answers 503. */
  needs?: readonly Service[]
  /** The ids in query and body. `ids-in-requests` fails for a field that is named like an id and has no rule. */
  ids?: Readonly<Record<`query.${string}` | `body.${string}`, IdRule>>
  /** Values for the fuzz test, if the schema alone would rarely generate a successful request. */
  places?: FieldGenerators
  /** How the call takes part in the race tests, which send pairs of calls at the same time, by group of pairs. */
  races?: RaceParts
}

/**
 * The line of an entry, with the fields that its entry makes required: a call with a body needs `ready`, a call with a method other
 * than GET needs `races`, and a call whose entry names an event needs `leaves`.
 */
type LineOf<E extends Entry> = CallLine<E> &
  (E extends { body: Lazy } ? Required<Pick<CallLine<E>, 'ready'>> : unknown) &
  (E['event'] extends 'none' ? { leaves?: never } : { leaves: ActionOf<E> | 'none' }) &
  (E['method'] extends 'GET' ? unknown : Required<Pick<CallLine<E>, 'races'>>)

type RouteKeyOf<E> = E extends Entry ? `${E['method']} ${E['path']}` : never

/** A `CallLine` for each entry of an area, by method and path. `tsc` reports a missing line. */
export type CallsOf<Area> = {
  readonly [Name in keyof Area as RouteKeyOf<Area[Name]>]: Area[Name] extends Entry ? LineOf<Area[Name]> : never
}
