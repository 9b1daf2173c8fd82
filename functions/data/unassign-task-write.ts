import type { UnassignTask } from './entities/unassign-task.ts'
import { unscopedKeys } from './table-keys.ts'
import { put, type Write } from './writes.ts'

type Whose = Pick<UnassignTask, 'tenant_id'> & ({ user_id: string } | { role_id: string })

/**
 * Returns the write of a task for a worker to take back deliveries. It belongs in the transaction by which a person, or everybody
 * with a role, loses the right to deliver.
 */
export function unassignTaskWrite({ newId, now }: { newId: () => string; now: () => Date }, whose: Whose): Write {
  const since = now().toISOString()
  const task: UnassignTask = { ...whose, id: newId(), since, due_at: since }
  return put(unscopedKeys.unassignTask(task), task)
}
