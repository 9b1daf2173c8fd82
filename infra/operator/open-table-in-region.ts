import { openUnguardedTable } from '#functions/data/open-table.ts'
import type { Table } from '#functions/data/table.ts'

/** Opens an environment's table in its own region, whatever region the operator's shell is set to. */
export function openTableInRegion(region: string, name: string): Table {
  process.env.AWS_REGION = region
  return openUnguardedTable(name)
}
