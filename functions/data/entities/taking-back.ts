import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/** A task to take back the deliveries of a user, or of everybody with a role, because they may no longer deliver. */
export interface TakingBackTask {
  id: string
  tenant_id: string
  user_id?: string
  role_id?: string
  since: string
  /** Any worker may claim the task from this time on. A worker that claims it leases it by moving this time ahead. */
  due_at: string
}

const takingBackKind = flatKind<TakingBackTask>('taking back')

/** All tasks for taking deliveries back. */
export const takingBackTaskPartition: Partition<TakingBackTask> = { pk: 'TASK#0', kind: takingBackKind }

export const takingBackKeys = {
  takingBack: ({ id, due_at }: Pick<TakingBackTask, 'id' | 'due_at'>) =>
    keyAt<TakingBackTask>(takingBackKind, takingBackTaskPartition.pk, `${due_at}#${id}`),
}

export const takingBackAccessPatterns = (): AccessPattern[] => [
  {
    question: 'from whom are deliveries to be taken back',
    example: takingBackKeys.takingBack({ id: 'id', due_at: 'due' }),
  },
]
