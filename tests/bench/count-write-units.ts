import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { Table } from '#functions/data/table.ts'
import { tableDesign } from '#functions/data/table-keys.ts'
import { byteSizeOf } from './count-table-requests.ts'

type Item = Record<string, unknown>

/**
 * Write units by DynamoDB's rules: one for each started KB of the larger version of the item, before or after the write. Index rows
 * count only if they change.
 */
export interface WriteUnits {
  items: number
  /** The units that transactions add to `items`: a transaction doubles the units of its writes. */
  transactions: number
  indexes: number
}

interface Part {
  Key?: Item
  Item?: Item
}

/**
 * Counts from now on the write units of what is written through a table, because the local DynamoDB does not count those of index
 * rows. A deletion counts only in a transaction. `reader` reads the items before and after each write, so writes must come one
 * after the other.
 */
export function countWriteUnits(table: Table, reader: Table): WriteUnits {
  const written: WriteUnits = { items: 0, transactions: 0, indexes: 0 }
  const lying = async ({ Key, Item }: Part): Promise<Item | undefined> => {
    const { pk, sk } = Key ?? Item ?? {}
    const TableName = await reader.inUse.forReading()
    const { Item: found } = await reader.client.send(
      new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }),
    )
    return found
  }
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const { parts, times } = writesOf(args.input)
      const before = await Promise.all(parts.map(lying))
      const result = await next(args)
      const after = await Promise.all(parts.map(lying))
      for (const i of parts.keys()) {
        const units = unitsOf(before[i], after[i])
        written.items += units
        written.transactions += units * (times - 1)
        for (const index of tableDesign.indexes) written.indexes += indexUnits(index, before[i], after[i])
      }
      return result
    },
    { step: 'initialize', name: 'countWrites' },
  )
  return written
}

function writesOf(input: object): { parts: Part[]; times: number } {
  if ('TransactItems' in input && Array.isArray(input.TransactItems))
    return { parts: input.TransactItems.flatMap((item: object): Part[] => Object.values(item)), times: 2 }
  const isWrite = 'Item' in input || 'UpdateExpression' in input
  return { parts: isWrite ? [Object(input)] : [], times: 1 }
}

const unitsOf = (before: Item | undefined, after: Item | undefined) =>
  Math.max(1, Math.ceil(Math.max(byteSizeOf(before ?? {}), byteSizeOf(after ?? {})) / 1024))

type Index = (typeof tableDesign)['indexes'][number]

/**
 * Returns the write units of an index. A row whose key changes is deleted and put again. A row that keeps its key is written only
 * if one of its columns changes.
 */
function indexUnits(index: Index, before: Item | undefined, after: Item | undefined): number {
  const [was, is] = [rowOf(index, before), rowOf(index, after)]
  if (!was || !is) return was || is ? unitsOf(was, is) : 0
  const moves = was[index.partition] !== is[index.partition] || was[index.sort] !== is[index.sort]
  if (moves) return unitsOf(was, undefined) + unitsOf(is, undefined)
  return JSON.stringify(was) === JSON.stringify(is) ? 0 : unitsOf(was, is)
}

function rowOf({ partition, sort, projection }: Index, item: Item | undefined): Item | undefined {
  if (!item || item[partition] === undefined) return undefined
  const columns = projection === 'KEYS_ONLY' ? [] : projection
  return Object.fromEntries(['pk', 'sk', partition, sort, ...columns].map((name) => [name, item[name] ?? null]))
}
