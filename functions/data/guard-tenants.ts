import type { AttributeValue, DynamoDBClient, ServiceInputTypes } from '@aws-sdk/client-dynamodb'
import { currentScope, OutsideTenant } from './scope.ts'
import { isWithin, tableDesign } from './table-keys.ts'

/** What our code asks of the table. Anything else has no key to judge by, or one that nobody here looked at. */
const judged: ReadonlySet<string | undefined> = new Set([
  'GetItemCommand',
  'PutItemCommand',
  'UpdateItemCommand',
  'DeleteItemCommand',
  'QueryCommand',
  'BatchGetItemCommand',
  'BatchWriteItemCommand',
  'TransactGetItemsCommand',
  'TransactWriteItemsCommand',
])

/**
 * Stops every command that leaves the tenant of its run, whatever key the code above made: the last step before a command
 * becomes a request, so that nothing of a refused one leaves the process.
 */
export function guardTenants(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const scope = currentScope()
        const partitions = judged.has(commandName) ? partitionsOf(args.input) : []
        if (!scope || partitions.length === 0) throw new OutsideTenant(`${commandName} is not asked of the table here`)
        for (const partition of partitions)
          if (partition?.S === undefined || !isWithinAny(partition.S, [scope.tenantId, ...(scope.others ?? [])]))
            throw new OutsideTenant(`${commandName} leaves the tenant`)
        return next(args)
      },
    // Here the document client's values have their stored form: one reading serves both clients.
    { step: 'build', priority: 'high', name: 'guardTenants' },
  )
}

const isWithinAny = (partition: string, tenantIds: readonly (string | undefined)[]) =>
  tenantIds.some((tenantId) => isWithin(partition, tenantId))

type Partitions = (AttributeValue | undefined)[]

/** Every partition that a command names: of keys, of items, and of the index rows that items leave. */
function partitionsOf(input: ServiceInputTypes): Partitions {
  if ('TransactItems' in input)
    return (input.TransactItems ?? []).flatMap((item) => Object.values(item).flatMap(partitionsOfPart))
  if ('RequestItems' in input) return Object.values(input.RequestItems ?? {}).flatMap(partitionsOfBatch)
  if ('KeyConditionExpression' in input) return [queriedPartition(input)]
  if ('Key' in input || 'Item' in input) return partitionsOfPart(input)
  return []
}

interface Part {
  Key?: Fields | undefined
  Item?: Fields | undefined
  UpdateExpression?: string | undefined
  ExpressionAttributeNames?: Record<string, string> | undefined
}
type Fields = Record<string, AttributeValue>

const indexPartitions = tableDesign.indexes.map(({ partition }) => partition)

function partitionsOfPart({ Key, Item, UpdateExpression = '', ExpressionAttributeNames = {} }: Part): Partitions {
  const place = (Item ?? Key)?.[tableDesign.partition]
  if (Item) return [place, ...indexPartitions.flatMap((name) => Item[name] ?? [])]
  const touched = [UpdateExpression, ...Object.values(ExpressionAttributeNames)]
  // An index row moves only with its whole item: an expression's value cannot be told to be a partition.
  return indexPartitions.some((name) => touched.some((text) => text.includes(name))) ? [undefined] : [place]
}

interface BatchPart {
  PutRequest?: Part | undefined
  DeleteRequest?: Part | undefined
}

const partitionsOfBatch = (batch: { Keys: Fields[] | undefined } | BatchPart[]): Partitions =>
  Array.isArray(batch)
    ? batch.flatMap(({ PutRequest, DeleteRequest }) => partitionsOfPart(PutRequest ?? DeleteRequest ?? {}))
    : (batch.Keys ?? []).flatMap((Key) => partitionsOfPart({ Key }))

interface Queried {
  IndexName?: string | undefined
  KeyConditionExpression?: string | undefined
  ExpressionAttributeNames?: Record<string, string> | undefined
  ExpressionAttributeValues?: Fields | undefined
}

/** Only of a query as the table writes it: its partition comes first and has these names. */
function queriedPartition(query: Queried): AttributeValue | undefined {
  const { IndexName, KeyConditionExpression = '', ExpressionAttributeNames, ExpressionAttributeValues } = query
  const asked = IndexName ? tableDesign.indexes.find(({ name }) => name === IndexName) : tableDesign
  const isOurs =
    /^#p = :p( AND |$)/.test(KeyConditionExpression) && ExpressionAttributeNames?.['#p'] === asked?.partition
  return isOurs ? ExpressionAttributeValues?.[':p'] : undefined
}
