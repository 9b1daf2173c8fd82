import { at, flat, type Partition, type Question } from '../key.ts'
import type { Unanswered } from '../unanswered.ts'
import type { StoredLink } from './link.ts'

/** A person in one organisation: invited, or waiting for the answer to a sign-up's mail, until an account joins as this user. */
export interface StoredUser extends Unanswered {
  id: string
  tenant_id: string
  /** The account that joined. */
  account_id?: string
  full_name: string
  email: string
  avatar_url: string | null
  is_tenant_admin: boolean
  is_active: boolean
  roles: string[]
  /** The inviter's name; null for the person who signed the organisation up. */
  invited_by: string | null
  invitation_link?: StoredLink
  verification_link?: StoredLink
  /** Sessions of another epoch have ended. */
  session_epoch: number
  /** Grows with every change that an administrator makes, and when the person joins. */
  version: number
  /** When they last used Carelane in this organisation, to a quarter of an hour. */
  last_seen_at?: string
  /** Deliveries assigned to this person or on their way with them; absent before the first. */
  open_deliveries?: number
  /** Hidden from everybody, until their deliveries are taken back. */
  deleted_at?: string
  created_at: string
}

/** Who has an address in one organisation. */
interface AddressHolder extends Unanswered {
  user_id: string
}

const userKind = flat<StoredUser>('user')
const addressKind = flat<AddressHolder>('address in a tenant')

export const userKeys = (tenant: string) => ({
  users: { pk: `${tenant}#USERS`, kind: userKind } satisfies Partition<StoredUser>,
  user: (id: string) => at<StoredUser>(userKind, `${tenant}#USERS`, id),
  address: (email: string) => at<AddressHolder>(addressKind, `${tenant}#ADDRESSES`, email),
})

export function userQuestions(): Question[] {
  const example = userKeys('T#t')
  return [
    { question: 'who is this caller; who works here', example: example.user('id') },
    { question: 'does somebody here have this address', example: example.address('a@b.example') },
  ]
}
