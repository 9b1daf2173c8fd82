import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/**
 * The closing of a driver's run that has yet to be confirmed at the pharmacy. `delivery_id` names the delivery that stands for the
 * closing on the attention list.
 */
export interface WaitingHandover {
  date: string
  user_id: string
  delivery_id: string
}

const waitingHandoverKind = flatKind<WaitingHandover>('waiting handover')

export const waitingHandoverKeys = (tenant: string) => ({
  waitingHandovers: { pk: `${tenant}#HANDOVERS`, kind: waitingHandoverKind } satisfies Partition<WaitingHandover>,
  waitingHandover: ({ date, user_id }: Omit<WaitingHandover, 'delivery_id'>) =>
    keyAt<WaitingHandover>(waitingHandoverKind, `${tenant}#HANDOVERS`, `${date}#${user_id}`),
})

export const waitingHandoverAccessPatterns = (): AccessPattern[] => [
  {
    question: 'which handovers are waiting for confirmation, by day',
    example: waitingHandoverKeys('T#t').waitingHandover({ date: '2026-11-22', user_id: 'user' }),
  },
]
