import { paginateScan } from '@aws-sdk/lib-dynamodb'
import type { TestApp } from './test-app.ts'

/** Returns everything in the table as JSON lines, or only the partitions whose keys contain `part`. */
export async function tableDump({ table }: TestApp, part?: string): Promise<string> {
  const { client, inUse } = table
  const name = await inUse.forReading()
  const lines: string[] = []
  const filter = part !== undefined && {
    FilterExpression: 'contains(pk, :part)',
    ExpressionAttributeValues: { ':part': part },
  }
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ...filter }))
    lines.push(...Items.map((item) => JSON.stringify(item)))
  return lines.join('\n')
}
