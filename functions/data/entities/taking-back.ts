import { at, flat, type Partition, type Question } from '../key.ts'

/** Deliveries are to be taken back from a user, or from all who hold a role, as far as they can no longer deliver. */
export interface TakingBack {
  id: string
  tenant_id: string
  user_id?: string
  role_id?: string
  since: string
  /** From then on any run may do it: until then it is in the hands of one. */
  due_at: string
}

const takingBackKind = flat<TakingBack>('taking back')

/** What the worker is to take back. */
export const takingsBack: Partition<TakingBack> = { pk: 'TASK#0', kind: takingBackKind }

export const takingBackKeys = {
  takingBack: ({ id, due_at }: Pick<TakingBack, 'id' | 'due_at'>) =>
    at<TakingBack>(takingBackKind, takingsBack.pk, `${due_at}#${id}`),
}

export const takingBackQuestions = (): Question[] => [
  {
    question: 'from whom are deliveries to be taken back',
    example: takingBackKeys.takingBack({ id: 'id', due_at: 'due' }),
  },
]
