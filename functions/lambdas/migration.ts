import { openUnguardedTable } from '../data/open-table.ts'
import { openLog } from '../http/log.ts'
import { migrations } from '../migrations/migrations.ts'
import { migrateSegment } from '../migrations/run-migration.ts'

/** The input of one step of the state machine: the name of a migration, and one segment of the table. */
interface Step {
  migration: string
  segment: number
}

const table = openUnguardedTable(process.env.TABLE_NAME ?? '')
const log = openLog(process.env.LOG_LEVEL)

/** The most time, in milliseconds, that one page may take, including storing its progress. */
const pageMilliseconds = 60_000

/** Continues a migration of one segment. Step Functions calls this again and again until it returns that the segment is done. */
export async function handler(
  { migration: name, segment }: Step,
  context: { getRemainingTimeInMillis(): number },
): Promise<Step & { isDone: boolean }> {
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
