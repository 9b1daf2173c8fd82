import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { MigrationProgress } from '#functions/data/entities/migration-progress.ts'
import { operatorKeys } from '#functions/data/entities/migration-progress.ts'
import type { Table } from '#functions/data/table.ts'
import { put } from '#functions/data/writes.ts'
import type { Migration, StoredItem } from './migration.ts'

/** Parts of the table that are read side by side. Progress is kept for each: the number stays. */
const segments = 8

/** Items of a page: after each its progress is kept. */
const pageItems = 200

/** Items of a page that are changed side by side. */
const atOnce = 16

export interface MigrationReport {
  seen: number
  changed: number
  /** Segments that are done, of `segments`. */
  done: number
  segments: number
}

interface Running {
  table: Table
  now: () => Date
  tell: (report: MigrationReport) => void
}

/**
 * Carries a migration out on a table that is in use. One that was cut off goes on where it was; one that is done reads nothing but
 * its progress. Answers what it looked at and changed, with what earlier runs did.
 */
export async function runMigration(migration: Migration, { table, now, tell }: Running): Promise<MigrationReport> {
  const numbers = Array.from({ length: segments }, (_, number) => number)
  const known = await table.getAll(
    numbers.map((number) => operatorKeys.migration(migration.name, number)),
    { consistent: true },
  )
  const progress = numbers.map((number): MigrationProgress => known[number] ?? { seen: 0, changed: 0 })
  const report = (): MigrationReport => ({
    seen: progress.reduce((sum, { seen }) => sum + seen, 0),
    changed: progress.reduce((sum, { changed }) => sum + changed, 0),
    done: progress.filter(({ finished_at }) => finished_at).length,
    segments,
  })

  async function runSegment(number: number): Promise<void> {
    for (let at = progress[number]; at && !at.finished_at; at = progress[number]) {
      const { items, position } = await readPage(table, number, at.position)
      const changed = await changePage(migration, table, items)
      progress[number] = {
        seen: at.seen + items.length,
        changed: at.changed + changed,
        ...(position ? { position } : { finished_at: now().toISOString() }),
      }
      await table.write(put(operatorKeys.migration(migration.name, number), progress[number]))
      tell(report())
    }
  }

  await Promise.all(numbers.map(runSegment))
  return report()
}

async function readPage(table: Table, segment: number, position: Record<string, unknown> | undefined) {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new ScanCommand({
      TableName: table.name,
      Segment: segment,
      TotalSegments: segments,
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
