import type { ExpiringItem } from '../expiring-item.ts'
import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'
import type { StoredLink } from './link.ts'

/**
 * A person in one organisation. Until an account joins as this user, the person has yet to be invited, is invited, or has yet to
 * confirm a sign-up by mail.
 */
export interface StoredUser extends ExpiringItem {
  id: string
  tenant_id: string
  /** The account that joined as this user. Absent before that. */
  account_id?: string
  full_name: string
  email: string
  /** Absent if the user was stored by an earlier release. */
  phone?: string
  avatar_url: string | null
  is_tenant_admin: boolean
  is_active: boolean
  /**
   * When someone else made this user an administrator or, after an invitation, when the user joined as one. Absent for the person
   * who signed the organisation up.
   */
  administrator_since?: string
  roles: string[]
  /**
   * The name of the person who added this user or, if the invitation was sent again, of the person who did that. Null for the
   * person who signed the organisation up.
   */
  invited_by: string | null
  /** The id of the same person, and when they added or invited this user. */
  invited_by_id?: string
  invited_at?: string
  invitation_link?: StoredLink
  verification_link?: StoredLink
  /** Raised to end all of this user's sessions. */
  session_epoch: number
  /** When `session_epoch` was last raised. Absent if it never was, or not since the release of 2026-11-29. */
  sessions_ended_at?: string
  /** Raised when an administrator edits or deletes the user, and when the person joins the organisation. */
  version: number
  /** When the user last used Carelane in this organisation. This is written at sign-in and then about every quarter of an hour. */
  last_seen_at?: string
  /** The number of deliveries that are assigned to this user or on their way with them. Absent before the first one. */
  open_deliveries?: number
  /**
   * Set when the user was deleted. From then on the user is hidden, and the item is removed once their deliveries are taken back.
   */
  deleted_at?: string
  created_at: string
}

/** The user who has this e-mail address in one organisation. */
interface AddressHolder extends ExpiringItem {
  user_id: string
}

const userKind = flatKind<StoredUser>('user')
const addressKind = flatKind<AddressHolder>('email in an organization')

export const userKeys = (tenant: string) => ({
  users: { pk: `${tenant}#USERS`, kind: userKind } satisfies Partition<StoredUser>,
  user: (id: string) => keyAt<StoredUser>(userKind, `${tenant}#USERS`, id),
  address: (email: string) => keyAt<AddressHolder>(addressKind, `${tenant}#ADDRESSES`, email),
})

export function userAccessPatterns(): AccessPattern[] {
  const example = userKeys('T#t')
  return [
    { question: 'who is this caller; who works here', example: example.user('id') },
    { question: 'does a user here have this email address', example: example.address('a@b.example') },
  ]
}
