import { at, flat, type Partition, type Question } from '../key.ts'
import type { Unanswered } from '../unanswered.ts'

/** Somebody whose mail waits to be answered: several of one address wait beside each other. */
export interface WaitingPerson extends Unanswered {
  tenant_id: string
  user_id: string
  /** Of a registration that brought its password: it tells its owner that the mail comes first, and is void after that. */
  password_hash?: string
  created_at: string
}

const waitingKind = flat<WaitingPerson>('waiting person')

export const waitingKeys = {
  waitingAt: (email: string): Partition<WaitingPerson> => ({ pk: `WAITING#${email}`, kind: waitingKind }),
  waiting: (email: string, { created_at, user_id }: Pick<WaitingPerson, 'created_at' | 'user_id'>) =>
    at<WaitingPerson>(waitingKind, `WAITING#${email}`, `${created_at}#${user_id}`),
}

export const waitingQuestions = (): Question[] => [
  {
    question: 'whose mail to this address waits to be answered',
    example: waitingKeys.waiting('a@b.example', { created_at: 'time', user_id: 'user' }),
  },
]
