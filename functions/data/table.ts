import { setTimeout as wait } from 'node:timers/promises'
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { unavailableError } from '../failures/app-error.ts'
import { isTemporaryFailure, reasonsBesidesConditions } from '../failures/temporary-failures.ts'
import type { StoredAttempts } from './entities/attempts.ts'
import type { Item, ItemKind, Key, Partition, PrimaryKey } from './key.ts'
import { type SortKeyBounds, sortCondition, sortKeyAfter } from './sort-keys.ts'
import type { TableInUse } from './table-in-use.ts'
import { tableDesign } from './table-keys.ts'
import type { Write } from './writes.ts'

interface QueryOptions extends SortKeyBounds {
  descending?: boolean
  limit?: number
  consistent?: boolean
}

type FoundOf<K extends readonly Key<unknown, unknown>[]> = {
  -readonly [I in keyof K]: K[I] extends Key<infer T, unknown> ? T | undefined : never
}

/** The most items that one batch reads. */
export const batchReadLimit = 100

/** The DynamoDB table: a client, and which table is in use. All reads and writes of requests and workers go through this class. */
export class Table {
  readonly client: DynamoDBDocumentClient
  readonly inUse: TableInUse

  constructor(client: DynamoDBDocumentClient, inUse: TableInUse) {
    this.client = client
    this.inUse = inUse
  }

  async get<T, F>(key: Key<T, F>, { consistent = true } = {}): Promise<T | undefined> {
    const item = await this.find(key, consistent)
    return item && readAs(key.kind, item)
  }

  private async find({ pk, sk }: PrimaryKey, consistent = true): Promise<Item | undefined> {
    const TableName = await this.inUse.forReading()
    const { Item } = await this.client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: consistent }))
    return Item
  }

  /**
   * Reads the items with these keys, at most `batchReadLimit`, and returns them in the order of the keys. A missing item is
   * undefined. Throws a 503 if DynamoDB leaves keys unread six times in a row.
   */
  async getAll<const K extends readonly Key<unknown, unknown>[]>(
    keys: K,
    { consistent = false } = {},
  ): Promise<FoundOf<K>> {
    const found = new Map<string, Item>()
    let missing: Item[] = keys.map(({ pk, sk }) => ({ pk, sk }))
    for (let round = 0; missing.length > 0; round++) {
      if (round > 5) throw unavailableError()
      if (round > 0) await wait(2 ** round * 10)
      const name = await this.inUse.forReading()
      const { Responses, UnprocessedKeys } = await this.client.send(
        new BatchGetCommand({ RequestItems: { [name]: { Keys: missing, ConsistentRead: consistent } } }),
      )
      for (const item of Responses?.[name] ?? []) found.set(`${item.pk}\n${item.sk}`, item)
      missing = UnprocessedKeys?.[name]?.Keys ?? []
    }
    return keys.map(({ pk, sk, kind }) => {
      const item = found.get(`${pk}\n${sk}`)
      return item && readAs(kind, item)
    }) as FoundOf<K>
  }

  /** Reads one page of a query, and returns the items, their sort keys, and whether more may follow. */
  async query<T>(
    { pk, index, prefix, kind }: Partition<T>,
    options: QueryOptions = {},
  ): Promise<{ items: T[]; sortKeys: string[]; more: boolean }> {
    const sort = index?.sort ?? tableDesign.sort
    const { expression, values } = sortCondition({ ...options, startsWith: options.startsWith ?? prefix })
    const TableName = await this.inUse.forReading()
    const { Items = [], LastEvaluatedKey } = await this.client.send(
      new QueryCommand({
        TableName,
        ...(index && { IndexName: index.name }),
        KeyConditionExpression: `#p = :p${expression && ` AND ${expression}`}`,
        ExpressionAttributeNames: {
          '#p': index?.partition ?? tableDesign.partition,
          ...(expression && { '#s': sort }),
        },
        ExpressionAttributeValues: { ':p': pk, ...values },
        ScanIndexForward: !options.descending,
        ConsistentRead: options.consistent ?? false,
        ...(options.limit && { Limit: options.limit }),
      }),
    )
    return {
      sortKeys: Items.map((item) => String(item[sort])),
      items: Items.map((item) => readAs(kind, item)),
      more: LastEvaluatedKey !== undefined,
    }
  }

  /** Returns true if a partition has any item. The query counts at most one item and returns none. */
  async isAny({ pk, index }: Partition<unknown>): Promise<boolean> {
    const TableName = await this.inUse.forReading()
    const { Count = 0 } = await this.client.send(
      new QueryCommand({
        TableName,
        ...(index && { IndexName: index.name }),
        KeyConditionExpression: '#p = :p',
        ExpressionAttributeNames: { '#p': index?.partition ?? tableDesign.partition },
        ExpressionAttributeValues: { ':p': pk },
        Select: 'COUNT',
        Limit: 1,
      }),
    )
    return Count > 0
  }

  /** Yields the items of a partition that are within the bounds of `options`, in pages as large as one query returns. */
  async *queryPages<T>(partition: Partition<T>, options: Omit<QueryOptions, 'limit'> = {}): AsyncGenerator<T[]> {
    for (let from = options.from; ; ) {
      const { items, sortKeys, more } = await this.query(partition, { ...options, from })
      yield items
      const last = sortKeys.at(-1)
      if (!more || last === undefined) return
      from = sortKeyAfter(last)
    }
  }

  /** Returns what `queryPages` yields, as one list. Use it only for partitions that are small. */
  async queryAll<T>(...args: Parameters<typeof this.queryPages<T>>): Promise<T[]> {
    const all: T[] = []
    for await (const items of this.queryPages<T>(...args)) all.push(...items)
    return all
  }

  /** Makes one write, or several that take effect together or not at all. */
  async write(...writes: readonly Write[]): Promise<void> {
    const [only] = writes
    if (writes.length === 1 && only && only.effect !== 'check') return this.writeOne(only)
    for (let attempt = 0; ; attempt++) {
      const name = await this.inUse.forWriting()
      try {
        await this.client.send(
          new TransactWriteCommand({ TransactItems: writes.map((write) => transactItem(name, write)) }),
        )
        return
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error
        const isBusy = isTemporaryFailure(error)
        const failed = writes.find((_, i) => error.CancellationReasons?.[i]?.Code === 'ConditionalCheckFailed')
        if (failed && (isBusy || reasonsBesidesConditions(error).length === 0))
          throw failed.refused?.(undefined) ?? error
        // If the table is busy with another write or throttled, DynamoDB has written nothing, and the write can be repeated.
        if (!isBusy || attempt === 5) throw error
        await wait(2 ** attempt * 10 * (0.5 + Math.random()))
      }
    }
  }

  private async writeOne(write: Write) {
    const name = await this.inUse.forWriting()
    try {
      if (write.effect === 'put') await this.client.send(new PutCommand(asPut(name, write)))
      else if (write.effect === 'update') await this.client.send(new UpdateCommand(asUpdate(name, write)))
      else await this.client.send(new DeleteCommand(atKey(name, write)))
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error
      const refusal = write.refused ? write.refused(await this.found(write.key)) : error
      if (refusal) throw refusal
    }
  }

  private async found(key: PrimaryKey): Promise<Item | undefined> {
    const item = await this.find(key)
    return item && withoutKeys(item)
  }

  /** Adds one attempt, sets the expiry, and returns all stored attempts, atomically. */
  async addTry({ pk, sk }: Key<StoredAttempts>, tried: string, expiresAtSeconds: number): Promise<string[]> {
    const { Attributes } = await this.client.send(
      new UpdateCommand({
        TableName: await this.inUse.forWriting(),
        Key: { pk, sk },
        UpdateExpression: 'SET #e = :e ADD #t :t',
        ExpressionAttributeNames: { '#t': 'tries', '#e': tableDesign.ttl },
        ExpressionAttributeValues: { ':t': new Set([tried]), ':e': expiresAtSeconds },
        ReturnValues: 'ALL_NEW',
      }),
    )
    return [...(Attributes?.tries ?? [])]
  }

  /** Adds one to the number of attempts, sets the expiry, and returns the new number, atomically. */
  async countTry({ pk, sk }: Key<StoredAttempts>, expiresAtSeconds: number): Promise<number> {
    const { Attributes } = await this.client.send(
      new UpdateCommand({
        TableName: await this.inUse.forWriting(),
        Key: { pk, sk },
        UpdateExpression: 'SET #e = :e ADD #c :c',
        ExpressionAttributeNames: { '#c': 'count', '#e': tableDesign.ttl },
        ExpressionAttributeValues: { ':c': 1, ':e': expiresAtSeconds },
        ReturnValues: 'UPDATED_NEW',
      }),
    )
    return Number(Attributes?.count)
  }

  /** Removes these attempts. The update creates the item if it has expired meanwhile, so it also sets the expiry. */
  async takeTries({ pk, sk }: Key<StoredAttempts>, tries: readonly string[], expiresAtSeconds: number): Promise<void> {
    await this.client.send(
      new UpdateCommand({
        TableName: await this.inUse.forWriting(),
        Key: { pk, sk },
        UpdateExpression: 'SET #e = :e DELETE #t :t',
        ExpressionAttributeNames: { '#t': 'tries', '#e': tableDesign.ttl },
        ExpressionAttributeValues: { ':t': new Set(tries), ':e': expiresAtSeconds },
      }),
    )
  }
}

function transactItem(table: string, write: Write): NonNullable<TransactWriteCommandInput['TransactItems']>[number] {
  switch (write.effect) {
    case 'put':
      return { Put: asPut(table, write) }
    case 'update':
      return { Update: asUpdate(table, write) }
    case 'remove':
      return { Delete: atKey(table, write) }
    case 'check':
      return { ConditionCheck: { ...atKey(table, write), ConditionExpression: write.condition } }
  }
}

function asPut(table: string, write: Write) {
  const { pk, sk } = write.key
  return { ...conditionOf(table, write), Item: { ...write.item, pk, sk } }
}

const asUpdate = (table: string, write: Write) => ({ ...atKey(table, write), UpdateExpression: write.update })

function atKey(table: string, write: Write) {
  const { pk, sk } = write.key
  return { ...conditionOf(table, write), Key: { pk, sk } }
}

const conditionOf = (TableName: string, { condition, names, values }: Write) => ({
  TableName,
  ...(condition && { ConditionExpression: condition }),
  ...(names && { ExpressionAttributeNames: names }),
  ...(values && { ExpressionAttributeValues: values }),
})

const keyNames: ReadonlySet<string> = new Set([
  tableDesign.partition,
  tableDesign.sort,
  ...tableDesign.indexes.flatMap(({ partition, sort }) => [partition, sort]),
])

/** Returns an item's attributes without the keys of the table and its indexes, because every `put` computes these again. */
const withoutKeys = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !keyNames.has(name)))

const readAs = <T>(kind: Pick<ItemKind<T>, 'read'>, item: Item): T => kind.read(withoutKeys(item))
