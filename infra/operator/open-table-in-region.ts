import { openUnguardedTable } from '#functions/data/open-table.ts'
import type { Table } from '#functions/data/table.ts'
import { fixedTable } from '#functions/data/table-in-use.ts'

/** Opens an environment's table in its own region. Sets `AWS_REGION` for the whole process, whatever the operator's shell says. */
export function openTableInRegion(region: string, name: string): Table {
  process.env.AWS_REGION = region
  return openUnguardedTable(fixedTable(name))
}
