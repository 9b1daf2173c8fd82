import { paginateScan } from '@aws-sdk/lib-dynamodb'
import type { TestApp } from './test-app.ts'

/** Returns everything in the table, as JSON lines. */
export async function tableDump({ table }: TestApp): Promise<string> {
  const { client, inUse } = table
  const name = await inUse.forReading()
  const lines: string[] = []
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name }))
    lines.push(...Items.map((item) => JSON.stringify(item)))
  return lines.join('\n')
}
