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

/** Who calls a public operation: all that is known is the edge's word for where they are, and their browser's for what it is. */
export interface Visitor {
  address: string
  /** `Chrome on Windows` */
  device: string
}

/** Who calls, as the table says at this moment. Every key that an operation builds starts from their tenant. */
export interface Caller extends Visitor {
  user: StoredUser
  account: StoredAccount
  tenant: StoredTenant
  roles: StoredRole[]
  permissions: ReadonlySet<string>
  keys: TenantKeys
  /** The key by which a program calls: `user` and `account` stand for it then, and there is no session. */
  apiKey?: StoredApiKey
  sessionId: string
  /** When the session began. */
  signedInAt: string
}

/** The record that makes a repeat of this request answer the same; it belongs to the operation's own write. */
export interface Idempotency {
  key: Key<IdempotencyRecord>
  record(answer: unknown): Write
  /**
   * Runs a part of the request that is written on its own: it takes effect at most once, however often the request is repeated. What
   * it records is answered again as its result.
   */
  part<T>(name: string, run: (own: Idempotency) => Promise<T>): Promise<T>
}

interface Request<E extends Entry = Entry> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: E['access'] extends 'public' ? Visitor : Caller
  /** `If-Match`: the version that the caller saw. */
  version: number | undefined
  /** The file part of a form. */
  photo: Uint8Array | undefined
  idempotency: Idempotency | undefined
  /** Leaves the call's event: a call whose entry names one has no answer without it. */
  activity: RecorderOf<E>
}

/** One page of a list; `next` is the cursor of the following one. */
export interface Page<T> {
  items: T[]
  next?: string | undefined
  /** The instant up to which a call that `readsBack` has read. */
  readTo?: string
}

type Outcome<E extends Entry> = E extends { paged: true }
  ? AnswerOf<E> extends readonly (infer T)[]
    ? Page<T>
    : never
  : AnswerOf<E>

export type Operation<E extends Entry> = (request: Request<E>, services: Services) => Promise<Outcome<E>> | Outcome<E>

/** An operation for every entry. */
export type OperationsOf<A> = {
  [N in keyof A]: A[N] extends Entry ? Operation<A[N]> : never
}
