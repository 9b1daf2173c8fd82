import type { AttributeValue, DynamoDBClient, ServiceInputTypes } from '@aws-sdk/client-dynamodb'
import { currentTenantScope, OutsideTenantError } from './scope.ts'
import { mayAccessPartition, tableDesign } from './table-keys.ts'

/** The commands in which this guard can find the keys. Any other command is refused. */
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
 * Refuses every command outside a scope, and every command that names a partition which the scope may not access, however the key
 * was built. The guard runs after a command is turned into an HTTP request and before the request is signed and sent, so nothing of
 * a refused command leaves the process.
 */
export function guardTenants(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const scope = currentTenantScope()
        const partitions = judged.has(commandName) ? partitionsOf(args.input) : []
        if (!scope || partitions.length === 0)
          throw new OutsideTenantError(`${commandName} is not asked of the table here`)
        for (const partition of partitions)
          if (partition?.S === undefined || !isWithinAny(partition.S, [scope.tenantId, ...(scope.others ?? [])]))
            throw new OutsideTenantError(`${commandName} leaves the tenant`)
        return next(args)
      },
    // At this step the values are in DynamoDB's format, even those that came from the document client, so one check serves commands
    // of both kinds of client.
    { step: 'build', priority: 'high', name: 'guardTenants' },
  )
}

const isWithinAny = (partition: string, tenantIds: readonly (string | undefined)[]) =>
  tenantIds.some((tenantId) => mayAccessPartition(partition, tenantId))

type Partitions = (AttributeValue | undefined)[]

/** Returns every partition that a command names: in the condition of a query, in keys, in items, and in the index keys of items. */
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
  // If an update names the partition key of an index, its partition counts as undefined, which the guard refuses, because it cannot
  // recognise a partition among the values of an update expression. Our code writes index keys only with the whole item.
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

/**
 * Returns the partition that a query reads. Returns undefined, which the guard refuses, unless the query has the form in which
 * `Table` writes queries: the condition for the partition comes first and uses the names `#p` and `:p`.
 */
function queriedPartition(query: Queried): AttributeValue | undefined {
  const { IndexName, KeyConditionExpression = '', ExpressionAttributeNames, ExpressionAttributeValues } = query
  const keyDesign = IndexName ? tableDesign.indexes.find(({ name }) => name === IndexName) : tableDesign
  const isOurs =
    /^#p = :p( AND |$)/.test(KeyConditionExpression) && ExpressionAttributeNames?.['#p'] === keyDesign?.partition
  return isOurs ? ExpressionAttributeValues?.[':p'] : undefined
}
