import { openUnguardedTable, tableInUseOf } from '../data/open-table.ts'
import { openLog } from '../http/log.ts'
import { createMigrationHandler } from '../migrations/create-migration-handler.ts'
import { migrations } from '../migrations/migrations.ts'

export const handler = createMigrationHandler({
  migrations,
  table: openUnguardedTable(tableInUseOf(process.env)),
  log: openLog(process.env.LOG_LEVEL),
})
