import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { MigrationProgress } from '#functions/data/entities/migration-progress.ts'
import { migrationProgressKeys } from '#functions/data/entities/migration-progress.ts'
import type { Table } from '#functions/data/table.ts'
import { put } from '#functions/data/writes.ts'
import type { Migration, StoredItem } from './migration.ts'

/** The segments of the table that are read at the same time. Progress is stored for each, so their number must not change. */
export const tableSegments = [0, 1, 2, 3, 4, 5, 6, 7] as const

/** The number of items per page. Progress is stored after each page. */
const pageItems = 200

/** The number of items of a page that are changed at the same time. */
const atOnce = 16

interface Running {
  table: Table
  now: () => Date
  /** Returns whether there is time for another page. Called before each page. Without it, a segment runs to its end. */
  hasTime?: () => boolean
}

/** Runs a migration on the whole table while it is in use. Returns the number of changed items, including those of earlier runs. */
export async function runMigration(migration: Migration, running: Running): Promise<number> {
  const done = await Promise.all(tableSegments.map((segment) => migrateSegment(migration, segment, running)))
  return done.reduce((sum, { changed }) => sum + changed, 0)
}

/**
 * Continues a migration in one segment. If a run is interrupted, the next one repeats at most the page whose progress was not
 * stored. For a finished segment, a run only reads the progress.
 */
export async function migrateSegment(
  migration: Migration,
  segment: number,
  { table, now, hasTime = () => true }: Running,
): Promise<MigrationProgress> {
  const key = migrationProgressKeys.migration(migration.name, segment)
  let progress: MigrationProgress = (await table.get(key)) ?? { seen: 0, changed: 0 }
  while (!progress.finished_at && hasTime()) {
    const { items, position } = await readPage(table, segment, progress.position)
    const changed = await changePage(migration, table, items)
    progress = {
      seen: progress.seen + items.length,
      changed: progress.changed + changed,
      ...(position ? { position } : { finished_at: now().toISOString() }),
    }
    await table.write(put(key, progress))
  }
  return progress
}

async function readPage(table: Table, segment: number, position: Record<string, unknown> | undefined) {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new ScanCommand({
      TableName: await table.inUse.forReading(),
      Segment: segment,
      TotalSegments: tableSegments.length,
      Limit: pageItems,
      ConsistentRead: true,
      ...(position && { ExclusiveStartKey: position }),
    }),
  )
  const items = Items.map((item): StoredItem => ({ ...item, pk: String(item.pk), sk: String(item.sk) }))
  return { items, position: LastEvaluatedKey }
}

async function changePage(migration: Migration, table: Table, items: readonly StoredItem[]): Promise<number> {
  let changed = 0
  for (let i = 0; i < items.length; i += atOnce) {
    const answers = await Promise.all(items.slice(i, i + atOnce).map((item) => migration.change(table, item)))
    changed += answers.filter(Boolean).length
  }
  return changed
}
