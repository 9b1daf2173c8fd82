import type { LinkPurpose } from '#shared/model/account.ts'
import type { Delivery, DeliveryStatus } from '#shared/model/delivery.ts'
import type { Organisation, Person } from '#tests/support/test-app.ts'

/** A user with the tokens of their links. */
export interface Account {
  id: string
  person: Person
  tokens: Partial<Record<LinkPurpose | 'not_me', string>>
}

/** What two calls for the same person may both use: they then get the same one. */
export type SharedThing = 'nothing' | 'role' | 'failedDelivery' | 'pendingDelivery' | 'freeDelivery'

/** What the calls of a group meet at, by the name of the group. Each group's pairs are in the test of its name. */
export interface Subjects {
  /** A delivery, with the key of an uploaded photo when it is in progress. */
  delivery: Delivery & { photoKey: string }
  /** A person's day: one package loaded, one not, a third one that varies, and another person. */
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
  /** A patient without open deliveries, one failed delivery, one delivery of another patient, and the body of a new one. */
  patient: { id: string; failed: string; elsewhere: string; newDelivery: object }
  /** A user, the id of the thing that both calls use, and the body of a new delivery without a pharmacist. */
  person: { id: string; person: Person; thing: string; newDelivery: object }
  /** A user who can sign in, and whose account belongs to another organisation as well. */
  account: Account & { elsewhere: string }
  /** A user whose invitation and verification wait to be answered. */
  newAccount: Account
  /** Somebody with an authenticator app and a passkey, after the first step of a sign-in, and what shows that each is theirs. */
  factors: {
    id: string
    person: Person
    passkeyId: string
    mfaToken: string
    code: string
    recoveryCode: string
    /** By which the passkey is said not to be theirs. */
    notMeToken: string
    /** Of the passkey, and of a new one. */
    proof: object
    registration: object
  }
  /** A sign-up between its two steps. */
  signUp: { id?: string; email: string; tenant_id: string }
  /** A planned delivery, with the token of its door and an answer that waits. */
  door: { id: string; token: string }
  /** A key of a program, in an organisation that has one less than it may have. */
  key: { id: string; admin: Person }
  /** An organisation without any medical product. */
  products: { id: string; admin: Person }
}
export type GroupName = keyof Subjects

interface Extras {
  delivery: {
    /** Refused for any delivery that is not in progress. */
    onlyInProgress?: true
  }
  person: { with?: SharedThing }
}

/** How a call takes part in the pairs of a group. */
export type Writer<G extends GroupName> = (G extends keyof Extras ? Extras[G] : unknown) & {
  /** The administrator of the organisation by default, nobody for a public call. */
  as?: (organisation: Organisation, subject: Subjects[G]) => Person
  /** The id in the path: the subject's by default. For a run, day and person. */
  id?: (subject: Subjects[G]) => string
  body?: (subject: Subjects[G], organisation: Organisation) => object
  /** What may be answered in place of the success: `409 The words`. */
  refusals?: readonly (string | RegExp)[]
}

/** The writers of one call, by group and by name. */
export type Races = { readonly [G in GroupName]?: Readonly<Record<string, Writer<G>>> }
