import type { SecondStepMethod } from '#shared/model/second-step.ts'
import { at, flat, type Kind, type Partition, type Question } from '../key.ts'
import type { StoredLink } from './link.ts'

/** A proven mailbox: one person, with a membership in each of their organisations. */
export interface StoredAccount {
  id: string
  email: string
  /** Sessions of another epoch have ended, in every organisation. */
  session_epoch: number
  /** The organisation that was used last. */
  last_tenant_id: string | null
  /** By what a sign-in goes on after its first step; absent or empty: the first step is all. It follows from the credentials. */
  second_step?: SecondStepMethod[]
  reset_link?: StoredLink
  set_password_link?: StoredLink
  /** How often it has joined an organisation: raised with every membership that is added. */
  joins?: number
  created_at: string
}

/** An organisation of which an account is a user. */
export interface StoredMembership {
  tenant_id: string
  user_id: string
}

/** Whose account an address is. */
export interface EmailOwner {
  account_id: string
  /** The Google account that is connected, so that its entry is found when the account goes. */
  google_sub?: string
}

/** With whose account a Google account is connected. */
interface GoogleOwner {
  account_id: string
}

const accountKind = flat<StoredAccount>('account')
const membershipKind = flat<StoredMembership>('membership')

/** The account and its memberships, which lie before its sessions. */
const accountOrMembershipKind: Kind<StoredAccount | StoredMembership> = {
  name: 'account or membership',
  read: (item) => item as StoredAccount | StoredMembership,
  write: (value) => value,
}

const emailOwnerKind = flat<EmailOwner>('e-mail')
const googleOwnerKind = flat<GoogleOwner>('Google account')

export const accountKeys = {
  email: (email: string) => at<EmailOwner>(emailOwnerKind, `EMAIL#${email}`, 'EMAIL'),
  account: (id: string) => at<StoredAccount>(accountKind, `ACCOUNT#${id}`, 'ACCOUNT'),
  membership: (accountId: string, tenantId: string) =>
    at<StoredMembership>(membershipKind, `ACCOUNT#${accountId}`, `MEMBER#${tenantId}`),
  accountAndMemberships: (id: string): Partition<StoredAccount | StoredMembership> => ({
    pk: `ACCOUNT#${id}`,
    kind: accountOrMembershipKind,
  }),
  google: (sub: string) => at<GoogleOwner>(googleOwnerKind, `GOOGLE#${sub}`, 'GOOGLE'),
}

export const accountQuestions = (): Question[] => [
  { question: 'whose account is this', example: accountKeys.email('a@b.example') },
  { question: 'who is this, in every organisation', example: accountKeys.account('account') },
  {
    question: 'which user is the account there (with the account in one query)',
    example: accountKeys.membership('account', 'tenant'),
  },
  { question: 'whose account is this Google account connected with', example: accountKeys.google('sub') },
]
