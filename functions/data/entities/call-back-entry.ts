import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/** A delivery whose patient has to be called about the counselling. */
interface CallBackEntry {
  delivery_id: string
  due_at: string
}

const callBackEntryKind = flatKind<CallBackEntry>('call-back')

export const callBackEntryKeys = (tenant: string) => ({
  callBacks: { pk: `${tenant}#CALLS`, kind: callBackEntryKind } satisfies Partition<CallBackEntry>,
  callBackEntry: ({ due_at, delivery_id }: CallBackEntry) =>
    keyAt<CallBackEntry>(callBackEntryKind, `${tenant}#CALLS`, `${due_at}#${delivery_id}`),
})

export const callBackEntryAccessPatterns = (): AccessPattern[] => [
  {
    question: 'which patients are waiting for a call',
    example: callBackEntryKeys('T#t').callBackEntry({ due_at: 'time', delivery_id: 'delivery' }),
  },
]
