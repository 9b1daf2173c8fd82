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
import { unavailable } from '../http/app-error.ts'
import { type IndexName, type Key, tableDesign } from './keys.ts'

type Values = Record<string, unknown>

interface Condition {
  condition?: string
  names?: Record<string, string>
  values?: Values
}

type Kind = { put: object } | { update: string } | { remove: true } | { check: true }

/**
 * One part of a write. `refused` is thrown when its condition does not hold. Of a write on its own it gets what lies there
 * then, which may be the write itself: the SDK tries again when an answer is lost. A transaction is told from its own repeat by
 * the SDK's token.
 */
export type Write = Kind &
  Condition & { key: Key<unknown>; refused?: (stored: Values | undefined) => Error | undefined }

interface QueryOptions {
  index?: IndexName
  partition: string
  /** Inclusive bounds of the sort key; `justAfter` and `justBefore` make one exclusive. */
  from?: string | undefined
  to?: string | undefined
  startsWith?: string | undefined
  descending?: boolean
  limit?: number
  consistent?: boolean
}

type FoundOf<K extends readonly Key<unknown>[]> = {
  -readonly [I in keyof K]: K[I] extends Key<infer T> ? T | undefined : never
}

/** Items that one batch reads at most. */
export const batchLimit = 100

const indexOf = (name: IndexName) => tableDesign.indexes.find((index) => index.name === name)

/** The client and the table's name: what every read and write goes through. */
export class Table {
  readonly client: DynamoDBDocumentClient
  readonly name: string

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.client = client
    this.name = name
  }

  async get<T>(key: Key<T>, { consistent = true } = {}): Promise<T | undefined> {
    const { pk, sk } = key
    const { Item } = await this.client.send(
      new GetCommand({ TableName: this.name, Key: { pk, sk }, ConsistentRead: consistent }),
    )
    return Item && stripKeys<T>(Item)
  }

  /** At most `batchLimit` keys; the answers come in the order of the keys, undefined where nothing lies. */
  async getAll<const K extends readonly Key<unknown>[]>(keys: K, { consistent = false } = {}): Promise<FoundOf<K>> {
    const found = new Map<string, unknown>()
    let wanted: Values[] = keys.map(({ pk, sk }) => ({ pk, sk }))
    for (let round = 0; wanted.length > 0; round++) {
      if (round > 5) throw unavailable()
      if (round > 0) await wait(2 ** round * 10)
      const { Responses, UnprocessedKeys } = await this.client.send(
        new BatchGetCommand({ RequestItems: { [this.name]: { Keys: wanted, ConsistentRead: consistent } } }),
      )
      for (const item of Responses?.[this.name] ?? []) found.set(`${item.pk}\n${item.sk}`, stripKeys(item))
      wanted = UnprocessedKeys?.[this.name]?.Keys ?? []
    }
    return keys.map(({ pk, sk }) => found.get(`${pk}\n${sk}`)) as FoundOf<K>
  }

  /** One page of a query: its items, their sort keys, and whether DynamoDB has more. */
  async query<T>(options: QueryOptions): Promise<{ items: T[]; sortKeys: string[]; more: boolean }> {
    const index = options.index && indexOf(options.index)
    const sort = index?.sort ?? tableDesign.sort
    const { expression, values } = sortCondition(options)
    const { Items = [], LastEvaluatedKey } = await this.client.send(
      new QueryCommand({
        TableName: this.name,
        ...(options.index && { IndexName: options.index }),
        KeyConditionExpression: `#p = :p${expression && ` AND ${expression}`}`,
        ExpressionAttributeNames: {
          '#p': index?.partition ?? tableDesign.partition,
          ...(expression && { '#s': sort }),
        },
        ExpressionAttributeValues: { ':p': options.partition, ...values },
        ScanIndexForward: !options.descending,
        ConsistentRead: options.consistent ?? false,
        ...(options.limit && { Limit: options.limit }),
      }),
    )
    return {
      sortKeys: Items.map((item) => String(item[sort])),
      items: Items.map((item) => stripKeys<T>(item)),
      more: LastEvaluatedKey !== undefined,
    }
  }

  /** Every item of a small partition. */
  async queryAll<T>(options: Omit<QueryOptions, 'limit'>): Promise<T[]> {
    const all: T[] = []
    for (let from = options.from; ; ) {
      const { items, sortKeys, more } = await this.query<T>({ ...options, from })
      all.push(...items)
      const last = sortKeys.at(-1)
      if (!more || last === undefined) return all
      from = justAfter(last)
    }
  }

  /** One write, or several that take effect together or not at all. */
  async write(...writes: readonly Write[]): Promise<void> {
    const [only] = writes
    if (writes.length === 1 && only && !('check' in only)) return this.writeOne(only)
    for (let attempt = 0; ; attempt++) {
      try {
        await this.client.send(
          new TransactWriteCommand({ TransactItems: writes.map((part) => this.transactItem(part)) }),
        )
        return
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error
        const reasons = error.CancellationReasons ?? []
        for (const [i, part] of writes.entries()) {
          if (reasons[i]?.Code !== 'ConditionalCheckFailed') continue
          throw part.refused?.(undefined) ?? error
        }
        // Nothing was written: another writer was faster, or the table was throttled.
        if (attempt === 5) throw unavailable()
        await wait(2 ** attempt * 10 * (0.5 + Math.random()))
      }
    }
  }

  private async writeOne(part: Write) {
    const common = { TableName: this.name, ...conditionOf(part) }
    const { pk, sk } = part.key
    try {
      if ('put' in part) await this.client.send(new PutCommand({ ...common, Item: { ...part.put, pk, sk } }))
      else if ('update' in part)
        await this.client.send(new UpdateCommand({ ...common, Key: { pk, sk }, UpdateExpression: part.update }))
      else await this.client.send(new DeleteCommand({ ...common, Key: { pk, sk } }))
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error
      const refusal = part.refused ? part.refused(await this.get<Values>({ pk, sk })) : error
      if (refusal) throw refusal
    }
  }

  private transactItem(part: Write): NonNullable<TransactWriteCommandInput['TransactItems']>[number] {
    const { pk, sk } = part.key
    const common = { TableName: this.name, ...conditionOf(part) }
    if ('put' in part) return { Put: { ...common, Item: { ...part.put, pk, sk } } }
    if ('update' in part) return { Update: { ...common, Key: { pk, sk }, UpdateExpression: part.update } }
    if ('remove' in part) return { Delete: { ...common, Key: { pk, sk } } }
    return { ConditionCheck: { ...common, Key: { pk, sk }, ConditionExpression: part.condition } }
  }

  /** Adds an attempt and answers all that are kept, atomically. */
  async append(key: Key<{ times: number[] }>, time: number, expiresAtSeconds: number): Promise<number[]> {
    const { pk, sk } = key
    const { Attributes } = await this.client.send(
      new UpdateCommand({
        TableName: this.name,
        Key: { pk, sk },
        UpdateExpression: 'SET #t = list_append(if_not_exists(#t, :none), :time), #e = :e',
        ExpressionAttributeNames: { '#t': 'times', '#e': tableDesign.ttl },
        ExpressionAttributeValues: { ':none': [], ':time': [time], ':e': expiresAtSeconds },
        ReturnValues: 'ALL_NEW',
      }),
    )
    return Attributes?.times ?? []
  }
}

/** No sort key lies between `key` and this: their last parts are ids of one length. */
export const justAfter = (key: string) => `${key}!`

/** No sort key lies between this and `key`. */
export const justBefore = (key: string) =>
  `${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}~`

function sortCondition({ from, to, startsWith }: QueryOptions): { expression: string; values: Values } {
  if (startsWith !== undefined && from === undefined && to === undefined)
    return { expression: 'begins_with(#s, :s)', values: { ':s': startsWith } }
  const lower = from ?? startsWith
  const upper = to ?? (startsWith && `${startsWith}\u{10ffff}`)
  if (lower !== undefined && upper !== undefined)
    return { expression: '#s BETWEEN :from AND :to', values: { ':from': lower, ':to': upper } }
  if (lower !== undefined) return { expression: '#s >= :from', values: { ':from': lower } }
  if (upper !== undefined) return { expression: '#s <= :to', values: { ':to': upper } }
  return { expression: '', values: {} }
}

function conditionOf({ condition, names, values }: Condition) {
  return {
    ...(condition && { ConditionExpression: condition }),
    ...(names && { ExpressionAttributeNames: names }),
    ...(values && { ExpressionAttributeValues: values }),
  }
}

/** The one place where stored items get their type: what a key's type says is what `write` put there. */
// biome-ignore lint/suspicious/noExplicitAny: the document client types every item so
function stripKeys<T>({ pk: _pk, sk: _sk, ...item }: Record<string, any>): T {
  return item as T
}
