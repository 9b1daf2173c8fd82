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
import type { RecorderOf } from './recorder.ts'
import type { Services } from './services.ts'

/** The caller of a public operation. Only the IP address that CloudFront saw and the browser's own description are known. */
export interface Visitor {
  address: string
  /** For example `Chrome on Windows`. */
  device: string
}

/** The caller as the table has them at this moment. All keys that an operation builds are of the caller's tenant. */
export interface Caller extends Visitor {
  user: StoredUser
  account: StoredAccount
  tenant: StoredTenant
  roles: StoredRole[]
  permissions: ReadonlySet<string>
  keys: TenantKeys
  /** The key of a calling program. `user` and `account` then describe the key, and there is no session. */
  apiKey?: StoredApiKey
  sessionId: string
  /** The time at which the session began. */
  signedInAt: string
}

/** The record that lets a repeated request get the same answer. The operation writes it together with its own change. */
export interface Idempotency {
  key: Key<IdempotencyRecord>
  record(answer: unknown): Write
  /**
   * Runs a step of the request that is written on its own. The step takes effect at most once, however often the request is
   * repeated, and a repeat gets the step's recorded result.
   */
  part<T>(name: string, run: (own: Idempotency) => Promise<T>): Promise<T>
}

interface Request<E extends Entry = Entry> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: E['access'] extends 'public' ? Visitor : Caller
  /** `If-Match`: the version that the caller has seen. */
  version: number | undefined
  /** The file of a multipart form. */
  photo: Uint8Array | undefined
  idempotency: Idempotency | undefined
  /** Records the call's event. A call whose entry declares an event is not answered without it. */
  activity: RecorderOf<E>
}

/** A page of a list; `next` is the cursor of the following page. */
export interface Page<T> {
  items: T[]
  next?: string | undefined
  /** How far back a call that `readsBack` has read. */
  readTo?: string
}

type Outcome<E extends Entry> = E extends { paged: true }
  ? AnswerOf<E> extends readonly (infer T)[]
    ? Page<T>
    : never
  : AnswerOf<E>

export type Operation<E extends Entry> = (request: Request<E>, services: Services) => Promise<Outcome<E>> | Outcome<E>

/** The operations of an area, one for every entry. */
export type OperationsOf<A> = {
  [N in keyof A]: A[N] extends Entry ? Operation<A[N]> : never
}
