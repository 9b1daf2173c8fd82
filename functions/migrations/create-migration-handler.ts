import type { Table } from '#functions/data/table.ts'
import type { Log } from '#functions/http/log.ts'
import type { Migration } from './migration.ts'
import { migrateSegment } from './run-migration.ts'

/** The input of one step of the state machine: the name of a migration, and one segment of the table. */
interface Step {
  migration: string
  segment: number
}

interface Known {
  migrations: readonly Migration[]
  table: Table
  log: Log
}

/** The most time, in milliseconds, that one page may take, including storing its progress. */
const pageMilliseconds = 60_000

/**
 * Returns the handler that continues a migration of one segment. Step Functions calls it again and again until it returns that the
 * segment is done.
 */
export const createMigrationHandler =
  ({ migrations, table, log }: Known) =>
  async (
    { migration: name, segment }: Step,
    context: { getRemainingTimeInMillis(): number },
  ): Promise<Step & { isDone: boolean }> => {
    const migration = migrations.find((each) => each.name === name)
    if (!migration) throw new Error(`There is no migration ${name}`)
    const { seen, changed, finished_at } = await migrateSegment(migration, segment, {
      table,
      now: () => new Date(),
      hasTime: () => context.getRemainingTimeInMillis() > pageMilliseconds,
    })
    const isDone = finished_at !== undefined
    log.info('migration went on', { migration: name, segment, seen, changed, isDone })
    return { migration: name, segment, isDone }
  }
