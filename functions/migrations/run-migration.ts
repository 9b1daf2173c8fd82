import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { MigrationProgress } from '#functions/data/entities/migration-progress.ts'
import { operatorKeys } from '#functions/data/entities/migration-progress.ts'
import type { Table } from '#functions/data/table.ts'
import { put } from '#functions/data/writes.ts'
import type { Migration, StoredItem } from './migration.ts'

/** Parts of the table that are read side by side. Progress is kept for each: the number stays. */
export const segments = [0, 1, 2, 3, 4, 5, 6, 7] as const

/** Items of a page: after each its progress is kept. */
const pageItems = 200

/** Items of a page that are changed side by side. */
const atOnce = 16

interface Running {
  table: Table
  now: () => Date
  /** Asked before each page; without it a segment is carried through. */
  hasTime?: () => boolean
}

/** Carries a migration out on the whole of a table that is in use. Answers how many items it changed, with what earlier runs did. */
export async function runMigration(migration: Migration, running: Running): Promise<number> {
  const done = await Promise.all(segments.map((segment) => migrateSegment(migration, segment, running)))
  return done.reduce((sum, { changed }) => sum + changed, 0)
}

/**
 * Carries a migration on in one segment. A run that was cut off, wherever that was, is followed by one that begins with the page
 * whose progress is not kept; when the segment is done, a run reads nothing but that.
 */
export async function migrateSegment(
  migration: Migration,
  segment: number,
  { table, now, hasTime = () => true }: Running,
): Promise<MigrationProgress> {
  const key = operatorKeys.migration(migration.name, segment)
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
      TableName: table.name,
      Segment: segment,
      TotalSegments: segments.length,
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
