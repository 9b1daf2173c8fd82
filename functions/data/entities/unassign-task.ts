import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/** A task to take back the deliveries of a user, or of everybody with a role, because they may no longer deliver. */
export interface UnassignTask {
  id: string
  tenant_id: string
  user_id?: string
  role_id?: string
  since: string
  /** Any worker may claim the task from this time on. A worker that claims it leases it by moving this time ahead. */
  due_at: string
}

const unassignTaskKind = flatKind<UnassignTask>('unassign task')

/** All tasks for taking deliveries back. */
export const unassignTaskPartition: Partition<UnassignTask> = { pk: 'TASK#0', kind: unassignTaskKind }

export const unassignTaskKeys = {
  unassignTask: ({ id, due_at }: Pick<UnassignTask, 'id' | 'due_at'>) =>
    keyAt<UnassignTask>(unassignTaskKind, unassignTaskPartition.pk, `${due_at}#${id}`),
}

export const unassignTaskAccessPatterns = (): AccessPattern[] => [
  {
    question: 'whose deliveries are to be unassigned',
    example: unassignTaskKeys.unassignTask({ id: 'id', due_at: 'due' }),
  },
]
