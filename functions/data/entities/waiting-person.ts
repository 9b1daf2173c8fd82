import type { ExpiringItem } from '../expiring-item.ts'
import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/** A person who has yet to open the link in their mail. Several people may wait with the same address. */
export interface WaitingPerson extends ExpiringItem {
  tenant_id: string
  user_id: string
  /**
   * Set only by a registration with a password. A person who enters this password on the sign-in page is told to open the mail
   * first.
   */
  password_hash?: string
  created_at: string
}

const waitingKind = flatKind<WaitingPerson>('waiting person')

export const waitingPersonKeys = {
  waitingAt: (email: string): Partition<WaitingPerson> => ({ pk: `WAITING#${email}`, kind: waitingKind }),
  waiting: (email: string, { created_at, user_id }: Pick<WaitingPerson, 'created_at' | 'user_id'>) =>
    keyAt<WaitingPerson>(waitingKind, `WAITING#${email}`, `${created_at}#${user_id}`),
}

export const waitingPersonAccessPatterns = (): AccessPattern[] => [
  {
    question: 'whose mail to this address waits to be answered',
    example: waitingPersonKeys.waiting('a@b.example', { created_at: 'time', user_id: 'user' }),
  },
]
