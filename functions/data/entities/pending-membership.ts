import type { ExpiringItem } from '../expiring-item.ts'
import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/** A person who has yet to open the link in their mail. Several people may wait with the same address. */
export interface PendingMembership extends ExpiringItem {
  tenant_id: string
  user_id: string
  /**
   * Set only by a registration with a password. A person who enters this password on the sign-in page is told to open the mail
   * first.
   */
  password_hash?: string
  created_at: string
}

const waitingKind = flatKind<PendingMembership>('pending membership')

export const pendingMembershipKeys = {
  waitingAt: (email: string): Partition<PendingMembership> => ({ pk: `WAITING#${email}`, kind: waitingKind }),
  waiting: (email: string, { created_at, user_id }: Pick<PendingMembership, 'created_at' | 'user_id'>) =>
    keyAt<PendingMembership>(waitingKind, `WAITING#${email}`, `${created_at}#${user_id}`),
}

export const pendingMembershipAccessPatterns = (): AccessPattern[] => [
  {
    question: 'which sign-ups and invitations are pending for this address',
    example: pendingMembershipKeys.waiting('a@b.example', { created_at: 'time', user_id: 'user' }),
  },
]
