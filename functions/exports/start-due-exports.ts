import { type ExportTask, exportTaskPartition } from '../data/entities/organisation-export.ts'
import { runInTenant, runOutsideTenants } from '../data/scope.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { remove } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { isStalledExport } from './present-export.ts'

const pageSize = 25

/**
 * Starts the state machines of unfinished exports, and removes the tasks of finished ones; one run handles at most 25 tasks. A
 * machine that is running already isn't affected. If a machine has disappeared, for example because a developer's computer was
 * switched off, the new one continues its export. If a machine cannot be started, the worker's next run tries again.
 */
export const startDueExports = (services: Services): Promise<void> =>
  runOutsideTenants(async () => {
    const { items } = await services.table.query(exportTaskPartition, { limit: pageSize, consistent: true })
    for (const task of items)
      try {
        await runInTenant(task.tenant_id, () => startOne(task, services))
      } catch (error) {
        services.log.error('export not started', {
          export_id: task.id,
          error: error instanceof Error ? error.name : '',
        })
      }
  })

async function startOne({ id, tenant_id }: ExportTask, { table, exportMachine, now }: Services): Promise<void> {
  const stored = await table.get(keysOf(tenant_id).organisationExport(id))
  const isOver = !stored || stored.state === 'ready' || stored.state === 'failed' || isStalledExport(stored, now())
  await (isOver ? table.write(remove(unscopedKeys.exportTask(id))) : exportMachine.start({ tenant_id, export_id: id }))
}
