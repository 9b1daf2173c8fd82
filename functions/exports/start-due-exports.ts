import { exportTasks } from '../data/entities/organisation-export.ts'
import { inScope } from '../data/scope.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { remove } from '../data/writes.ts'
import type { Services } from '../http/services.ts'

const pageSize = 25

/** Starts the exports that wait. One that cannot be started waits for the next run; a second start of the same one changes nothing. */
export const startDueExports = ({ table, exportMachine, log }: Services): Promise<void> =>
  inScope(async () => {
    const { items } = await table.query(exportTasks, { limit: pageSize, consistent: true })
    for (const { id, tenant_id } of items)
      try {
        await exportMachine.start({ tenant_id, export_id: id })
        await table.write(remove(unscopedKeys.exportTask(id)))
      } catch (error) {
        log.error('export not started', { export_id: id, error: error instanceof Error ? error.name : '' })
      }
  })
