import type { ActionOf, Entry, ParamsOf, SentBodyOf } from '#shared/api/contract.ts'
import type { Action } from '#shared/model/activity.ts'
import type { PermissionKey } from '#shared/model/catalogue.ts'
import type { Lazy } from '#shared/model/lazy.ts'
import type { Races } from '#tests/races/groups.ts'
import type { Places } from '#tests/support/arbitrary-of.ts'
import type { Person } from '#tests/support/test-app.ts'
import type { IdRule } from './id-rules.ts'
import type { Workplace } from './workplace.ts'

/** Who may call, in the specification's words. It is not read from the contract, which is tested against it. */
type Access = 'public' | 'signedIn' | 'tenantAdmin' | PermissionKey

export const view = 'delivery.view_orders'
export const create = 'delivery.create_orders'
export const manage = 'delivery.edit_orders'

/** The services that a call may need, beside the table. */
export const services = ['S3', 'SES', 'Secrets Manager', 'Google'] as const
export type Service = (typeof services)[number]

type BodyPart<E extends Entry> = E extends { body: Lazy } ? { body: SentBodyOf<E> } : { body?: unknown }

/** Everything that one success of a call needs, and how to tell whether it happened. */
export type Ready<E extends Entry = Entry> = BodyPart<E> & {
  /** The caller: the workplace's by default, nobody for a public call. */
  as?: Person
  /** By default, the id of a thing that the organisation has already: see `standing`. */
  params?: ParamsOf<E>
  query?: Record<string, string>
  /** Sent as a file: the body then is the form's part `data`. */
  photo?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** How often the call took effect. Absent for a call that cannot be half done or done twice. */
  done?: () => Promise<number>
  /** The status of a repeat after the first took effect. By default, the call's success. */
  repeated?: number
}

export type MakeReady<E extends Entry = Entry> = (at: Workplace) => Ready<E> | Promise<Ready<E>>

/** What the suites need to know about a call. */
export interface Line<E extends Entry = Entry> {
  access: Access
  /** Who may call it for things that are not the caller's own, where that is fewer people than `access` says. */
  narrowedTo?: Access
  /** What an administrator is told whose organisation has no deliveries, where the call is about them. */
  withoutDeliveries?: [status: number, detail: string]
  /** What callers who manage deliveries are told where only the person in question may call. */
  ownRefusal?: string
  /**
   * The event of its success, in the specification's words; `none` for one that leaves its event in other cases only. Absent for a call
   * that shows no patient's data and changes nothing.
   */
  leaves?: Action | 'none'
  /** The event that each of several things leaves beside that. */
  leavesForEach?: Action
  /** What it is called for belongs to its caller's account: nobody else's is there. */
  isOwn?: true
  /** The specification asks for a proof of the last five minutes that it is the caller. */
  confirmed?: true
  /** The specification accepts `Idempotency-Key`. */
  idempotent?: true
  /** The specification accepts `If-Match`. */
  versioned?: true
  /** The specification answers 304 to who has the answer already. */
  conditional?: true
  ready?: MakeReady<E>
  /** Other ways in which the call succeeds, for the suites of faults and outages. */
  otherwiseReady?: Readonly<Record<string, MakeReady<E>>>
  /** The services without which it answers 503. */
  needs?: readonly Service[]
  /** The ids in query and body. `ids-in-requests` fails for a field named like an id without a rule. */
  ids?: Readonly<Record<`query.${string}` | `body.${string}`, IdRule>>
  /** Values for the fuzz test, where the schema alone would seldom make one that succeeds. */
  places?: Places
  /** How it takes part in the pairs of calls at the same moment, by group. */
  races?: Races
}

/** A call with a body needs `ready`, a call that changes something `races`, and one whose entry names an event `leaves`. */
type LineOf<E extends Entry> = Line<E> &
  (E extends { body: Lazy } ? Required<Pick<Line<E>, 'ready'>> : unknown) &
  (E['event'] extends 'none' ? { leaves?: never } : { leaves: ActionOf<E> | 'none' }) &
  (E['method'] extends 'GET' ? unknown : Required<Pick<Line<E>, 'races'>>)

type RouteKeyOf<E> = E extends Entry ? `${E['method']} ${E['path']}` : never

/** A line for each entry of an area, by method and path: `tsc` names the one that is missing. */
export type CallsOf<Area> = {
  readonly [Name in keyof Area as RouteKeyOf<Area[Name]>]: Area[Name] extends Entry ? LineOf<Area[Name]> : never
}
