import type { SecondStepMethod } from '#shared/model/second-step.ts'
import { type AccessPattern, flatKind, type ItemKind, keyAt, type Partition } from '../key.ts'
import type { StoredLink } from './link.ts'

/**
 * The account of one person, who has proven access to the account's mailbox. The account has a membership in each of the person's
 * organisations.
 */
export interface StoredAccount {
  id: string
  email: string
  /** Raised to end all of the account's sessions, in every organisation. */
  session_epoch: number
  /** When `session_epoch` was last raised. Absent if it never was, or not since the release of 2026-11-29. */
  sessions_ended_at?: string
  /** The organisation that the account used last. */
  last_tenant_id: string | null
  /** The methods for the second step of a sign-in, copied from the credentials. Absent or empty if there is no second step. */
  second_step?: SecondStepMethod[]
  reset_link?: StoredLink
  set_password_link?: StoredLink
  /** Raised each time the account joins a further organisation. Absent until the first time. */
  joins?: number
  created_at: string
}

/** An organisation that the account belongs to. */
export interface StoredMembership {
  tenant_id: string
  user_id: string
}

/** The account that has an e-mail address. The item is stored under the address. */
export interface EmailOwner {
  account_id: string
  /**
   * Google's id for the connected Google account. It leads to the `GoogleOwner` entry that must be removed when the account is
   * deleted.
   */
  google_sub?: string
}

/** The account that is connected with a Google account. The item is stored under Google's id for the Google account. */
interface GoogleOwner {
  account_id: string
}

const accountKind = flatKind<StoredAccount>('account')
const membershipKind = flatKind<StoredMembership>('membership')

/**
 * The kind of the items at the beginning of an account's partition: the account and its memberships. They sort before the sessions,
 * so one query can read them without the sessions.
 */
const accountOrMembershipKind: ItemKind<StoredAccount | StoredMembership> = {
  name: 'account or membership',
  read: (item) => item as StoredAccount | StoredMembership,
  write: (value) => value,
}

const emailOwnerKind = flatKind<EmailOwner>('email address')
const googleOwnerKind = flatKind<GoogleOwner>('Google account')

export const accountKeys = {
  email: (email: string) => keyAt<EmailOwner>(emailOwnerKind, `EMAIL#${email}`, 'EMAIL'),
  account: (id: string) => keyAt<StoredAccount>(accountKind, `ACCOUNT#${id}`, 'ACCOUNT'),
  membership: (accountId: string, tenantId: string) =>
    keyAt<StoredMembership>(membershipKind, `ACCOUNT#${accountId}`, `MEMBER#${tenantId}`),
  accountAndMemberships: (id: string): Partition<StoredAccount | StoredMembership> => ({
    pk: `ACCOUNT#${id}`,
    kind: accountOrMembershipKind,
  }),
  google: (sub: string) => keyAt<GoogleOwner>(googleOwnerKind, `GOOGLE#${sub}`, 'GOOGLE'),
}

export const accountAccessPatterns = (): AccessPattern[] => [
  { question: 'which account has this email address', example: accountKeys.email('a@b.example') },
  { question: 'who is this, across organizations', example: accountKeys.account('account') },
  {
    question: 'which user is the account in this organization (with the account in one query)',
    example: accountKeys.membership('account', 'tenant'),
  },
  { question: 'which account is this Google account connected to', example: accountKeys.google('sub') },
]
