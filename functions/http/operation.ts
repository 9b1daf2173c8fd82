import type { AnswerOf, BodyOf, Entry, ParamsOf, QueryOf } from '#shared/api/contract.ts'
import type { StoredAccount } from '../data/entities/account.ts'
import type { StoredApiKey } from '../data/entities/api-key.ts'
import type { IdempotencyRecord } from '../data/entities/idempotency-record.ts'
import type { StoredRole } from '../data/entities/role.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import type { StoredUser } from '../data/entities/user.ts'
import type { Key } from '../data/key.ts'
import type { TenantKeys } from '../data/table-keys.ts'
import type { Write } from '../data/writes.ts'
import type { EventRecorderOf } from './recorder.ts'
import type { Services } from './services.ts'

/**
 * The caller of a public operation. Only the IP address that CloudFront saw, or its /64 network in the case of IPv6, and the
 * browser's own description are known.
 */
export interface Visitor {
  address: string
  /** The browser and system, for example `Chrome on Windows`. */
  device: string
  /** How many actions wait on the caller's phone to be sent. */
  waiting?: number
}

/**
 * The caller, as read from the table for this request. `systemCaller` and `recipientCaller` make one for work without a signed-in
 * user. `keys` makes only keys of the caller's tenant.
 */
export interface Caller extends Visitor {
  user: StoredUser
  account: StoredAccount
  tenant: StoredTenant
  roles: StoredRole[]
  permissions: ReadonlySet<string>
  keys: TenantKeys
  /** Set if the caller is a program. `user` and `account` then describe the API key, and there is no session. */
  apiKey?: StoredApiKey
  sessionId: string
  /**
   * Set if the caller's session has ended, or the user was deactivated: when the session's last access token was issued. Only calls
   * whose entry has `takesEndedSession` get such callers.
   */
  endedSince?: Date
  /** When the caller's session was ended. Set for calls whose entry says that they take ended sessions of active users. */
  sessionEndedAt?: string
  /** When the caller's session began or, if the caller is a program, when its API key was made. */
  signedInAt: string
}

/**
 * The idempotency record, from which a repeated request gets its response. The operation writes it in the transaction of its own
 * change.
 */
export interface RequestIdempotency {
  key: Key<IdempotencyRecord>
  record(answer: unknown): Write
  /**
   * Runs one step of a request that is written in several transactions. However often the request is repeated, the step takes
   * effect once, and a repeat gets the step's recorded result.
   */
  part<T>(name: string, run: (own: RequestIdempotency) => Promise<T>): Promise<T>
}

/** Throws a 403 if a confirmation of identity is needed and the caller has given none within the last five minutes. */
export type ConfirmIf = (isNeeded: boolean) => Promise<void>

interface Request<E extends Entry = Entry> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: E['access'] extends 'public' ? Visitor : Caller
  /** The version from `If-Match`, which is the one that the caller has seen. */
  version: number | undefined
  /** The file of a multipart form. */
  photo: Uint8Array | undefined
  idempotency: RequestIdempotency | undefined
  /**
   * If only some requests of the call need a confirmation of identity, the operation must call this, before it changes anything, to
   * decide whether this request does. Otherwise no success is answered.
   */
  confirmIf: E['confirmed'] extends 'sometimes' ? ConfirmIf : undefined
  /** Records the request's event. If the call's entry declares an event, the response is only sent after the event is stored. */
  activity: EventRecorderOf<E>
}

/** A page of a list. `next` is the cursor of the next page. */
export interface ListPage<T> {
  items: T[]
  next?: string | undefined
  /** How far back the list was searched. Only for calls whose entry says `readsBack`. */
  readTo?: string
}

type Outcome<E extends Entry> = E extends { paged: true }
  ? AnswerOf<E> extends readonly (infer T)[]
    ? ListPage<T>
    : never
  : AnswerOf<E>

export type Operation<E extends Entry> = (request: Request<E>, services: Services) => Promise<Outcome<E>> | Outcome<E>

/** The operations of an area of the contract: one for each of its entries. */
export type OperationsOf<A> = {
  [N in keyof A]: A[N] extends Entry ? Operation<A[N]> : never
}
