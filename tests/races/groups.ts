import type { LinkPurpose } from '#shared/model/account.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import type { Organisation, Person } from '#tests/support/test-app.ts'

/** A user, with the tokens of the links in their emails. */
export interface UserWithLinkTokens {
  id: string
  person: Person
  tokens: Partial<Record<LinkPurpose | 'not_me', string>>
}

/**
 * The kind of thing that a call in a race about a person uses besides the person. If both calls of a pair name the same kind, they
 * get the same thing.
 */
export type SharedThingKind = 'nothing' | 'role' | 'failedDelivery' | 'pendingDelivery' | 'freeDelivery'

/**
 * For each group of calls, the subject that two calls of the group change at the same time. The pairs of a group are tested in one
 * of the files `*-pairs.test.ts`.
 */
export interface Subjects {
  /** A delivery, with the key of an uploaded photo if it is in progress. */
  delivery: Delivery & { photoKey: string }
  /**
   * A driver's run on a day, with the ids of three packages: one loaded, one not loaded (`waiting`), and one (`other`) with this
   * `status`.
   */
  run: {
    id?: string
    date: string
    user_id: string
    person: Person
    loaded: string
    waiting: string
    other: string
    status: DeliveryStatus
  }
  /**
   * A patient without open deliveries, the ids of a failed delivery, of a delivery of another patient (`elsewhere`) and of a third
   * patient (`other`), and the body of a new delivery.
   */
  patient: { id: string; other: string; failed: string; elsewhere: string; newDelivery: object }
  /** A user, the id of the thing that the call's `with` asks for, and the body of a new delivery without a pharmacist. */
  person: { id: string; person: Person; thing: string; newDelivery: object }
  /** A user who can sign in, and whose account belongs to another organisation as well. */
  account: UserWithLinkTokens & { elsewhere: string }
  /** A user who has not followed the links of their invitation and verification yet. */
  newAccount: UserWithLinkTokens
  /** A person with an authenticator app and a passkey after the first step of a sign-in, with the proofs of both. */
  factors: {
    id: string
    person: Person
    passkeyId: string
    mfaToken: string
    code: string
    recoveryCode: string
    /** The token with which the owner reports that the passkey is not theirs. */
    notMeToken: string
    /** The response of the existing passkey to a challenge. */
    proof: object
    /** The response of a new device to the registration of a passkey. */
    registration: object
  }
  /** A sign-up whose first step is done and whose second is not. */
  signUp: { id?: string; email: string; tenant_id: string }
  /** A planned delivery whose recipient has asked for another day, and the token of the recipient's page. */
  door: { id: string; token: string }
  /**
   * A delivery in progress with a driver (`person`), with the id of a record of its completion that an earlier driver (`signer`) has
   * handed to the pharmacy, its patient, and another patient (`other`).
   */
  record: { id: string; unsent_id: string; person: Person; signer: Person; patient: string; other: string }
  /** A delivered delivery on a driver's run, with its patient and another patient (`other`). */
  mistake: { id: string; date: string; user_id: string; person: Person; patient: string; other: string }
  /** An API key, in an organisation that has one key less than the maximum. */
  key: { id: string; admin: Person }
  /** An organisation without any medical product. */
  products: { id: string; admin: Person }
}
export type GroupName = keyof Subjects

interface Extras {
  delivery: {
    /** The call is refused unless the delivery is in progress. */
    onlyInProgress?: true
  }
  person: { with?: SharedThingKind }
}

/** How to make a call in the races of a group, where it runs concurrently with each other call of the group. */
export type RacePart<G extends GroupName> = (G extends keyof Extras ? Extras[G] : unknown) & {
  /** The caller. By default the organisation's administrator, or no one for a public call. */
  as?: (organisation: Organisation, subject: Subjects[G]) => Person
  /** The id in the path. By default it is the subject's id; the path of a run contains the day and the person instead. */
  id?: (subject: Subjects[G]) => string
  body?: (subject: Subjects[G], organisation: Organisation) => object
  /** The refusals that are allowed in place of the success, each as status and message, such as `409 The message`. */
  refusals?: readonly (string | RegExp)[]
}

/** How to make one call in the races of its groups, by group and by a name for each way to make it. */
export type RaceParts = { readonly [G in GroupName]?: Readonly<Record<string, RacePart<G>>> }
