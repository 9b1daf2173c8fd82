import type { DynamoDB, QueryCommandInput, TransactWriteItem } from '@aws-sdk/client-dynamodb'
import {
  type Case,
  cancelledOutcome,
  type Difference,
  type Item,
  invalidOutcome,
  itemKey,
  knownDifferences,
  n,
  noReason,
  type Outcome,
  type Step,
  s,
  statusIndexAttributes,
} from './case.ts'
import { afterPutStep, putAction, updateAction } from './transaction-step.ts'

/** Returns a string of the given number of bytes, with about a third as many characters. */
const text = (bytes: number) => '漢'.repeat(bytes / 3) + 'x'.repeat(bytes % 3)

const longPartition =
  'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes'
const longSort =
  'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes'
const longIndexKey = 'The update expression attempted to update the secondary index key beyond allowed size limits'

const localLong =
  'Hash primary key values must be under 2048 bytes, and range primary key values must be under 1024 bytes'
const localLongIndexKey = invalidOutcome('One or more parameter values were invalid: Size limit exceeded')
const localIndex = knownDifferences('words', localLongIndexKey)

const validationError = (Message: string) => ({ Code: 'ValidationError', Message })

const localCancels = knownDifferences('words', cancelledOutcome(noReason, validationError(localLong)))

/**
 * Returns a step for each operation outside transactions that names an item by its whole key. Every operation must refuse `Key`,
 * which is too long, with `message`.
 */
const refusedByAll = (Key: Item, message: string): Step[] => {
  const calls: ((db: DynamoDB, TableName: string) => Promise<object>)[] = [
    (db, TableName) => db.putItem({ TableName, Item: Key }),
    (db, TableName) => db.getItem({ TableName, Key }),
    (db, TableName) => db.updateItem({ TableName, Key }),
    (db, TableName) => db.deleteItem({ TableName, Key }),
    (db, TableName) => db.batchGetItem({ RequestItems: { [TableName]: { Keys: [Key] } } }),
    (db, TableName) => db.batchWriteItem({ RequestItems: { [TableName]: [{ PutRequest: { Item: Key } }] } }),
    (db, TableName) => db.batchWriteItem({ RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } }),
  ]
  return calls.map((call) => ({
    call,
    gives: invalidOutcome(message),
    elsewhere: knownDifferences('words', invalidOutcome(localLong)),
  }))
}

const cancels = (
  second: (TableName: string) => TransactWriteItem,
  message: string,
  elsewhere: readonly Difference[],
): Step => afterPutStep(second, cancelledOutcome(noReason, validationError(message)), elsewhere)

const takes = (Item: Item): Step => ({ call: (db, TableName) => db.putItem({ TableName, Item }), gives: {} })
const refuses = (Item: Item, message: string, elsewhere: readonly Difference[] = []): Step => ({
  ...takes(Item),
  gives: invalidOutcome(message),
  elsewhere,
})
const sets = (attribute: string, value: string, gives: Outcome, elsewhere: readonly Difference[] = []): Step => ({
  call: (db, TableName) =>
    db.updateItem({
      TableName,
      Key: itemKey('a', '1'),
      UpdateExpression: 'SET #a = :v',
      ExpressionAttributeNames: { '#a': attribute },
      ExpressionAttributeValues: { ':v': s(value) },
    }),
  gives,
  elsewhere,
})

/** Strings in the order of their bytes in UTF-8. In UTF-16 the last two would come before the two in front of them. */
const words = ['A', 'a', 'z', '\u007f', '\u0080', 'ß', 'é', '漢', '\ue000', '\uffee', '\u{1f600}', '\u{20000}']

const order = (ask: Omit<QueryCommandInput, 'TableName'>, gives: string[]): Step => ({
  call: async (db, TableName) => ({ keys: (await db.query({ TableName, ...ask })).Items?.map(({ sk }) => sk?.S) }),
  gives: { keys: gives },
})

export const byteCases: Case[] = [
  {
    title: 'a partition key has at most 2,048 bytes, a sort key 1,024',
    steps: [
      takes(itemKey(text(2048), text(1024))),
      ...refusedByAll(itemKey(text(2049), '1'), longPartition),
      ...refusedByAll(itemKey('a', text(1025)), longSort),
      cancels((TableName) => putAction(TableName, itemKey('a', text(1025))), longSort, localCancels),
      cancels((TableName) => ({ Delete: { TableName, Key: itemKey(text(2049), '1') } }), longPartition, localCancels),
    ],
  },
  {
    title: 'index keys have the same limits, even for items outside the index',
    given: [itemKey('a', '1')],
    steps: [
      takes({ ...itemKey('a', '2'), ...statusIndexAttributes(text(2048), text(1024)) }),
      refuses({ ...itemKey('a', '2'), ...statusIndexAttributes(text(2049), '1') }, longPartition, localIndex),
      refuses({ ...itemKey('a', '2'), ...statusIndexAttributes('open', text(1025)) }, longSort, localIndex),
      refuses({ ...itemKey('a', '2'), due: s(text(1025)) }, longSort, localIndex),
      sets('due', text(1024), {}),
      sets('due', text(1025), invalidOutcome(longIndexKey), [...localIndex, ...knownDifferences('old', {})]),
      sets('status', text(2049), invalidOutcome(longIndexKey), [...localIndex, ...knownDifferences('old', {})]),
      cancels(
        (TableName) => putAction(TableName, { ...itemKey('a', '3'), ...statusIndexAttributes(text(2049), '1') }),
        longPartition,
        knownDifferences('whole', localLongIndexKey),
      ),
      cancels(
        (TableName) => updateAction(TableName, 'SET due = :d', { ExpressionAttributeValues: { ':d': s(text(1025)) } }),
        longIndexKey,
        [...knownDifferences('whole', localLongIndexKey), ...knownDifferences('old', {})],
      ),
    ],
  },
  {
    title: 'an item has at most 400 KB, including attribute names',
    steps: [
      takes({ ...itemKey('a', '1'), 漢: s(text(400 * 1024 - 9)) }),
      refuses({ ...itemKey('a', '1'), 漢: s(text(400 * 1024 - 8)) }, 'Item size has exceeded the maximum allowed size'),
      {
        call: (db, TableName) =>
          db.batchWriteItem({
            RequestItems: { [TableName]: [{ PutRequest: { Item: { ...itemKey('a', '2'), x: s(text(400 * 1024)) } } }] },
          }),
        gives: invalidOutcome('Item size has exceeded the maximum allowed size'),
      },
      sets('漢', text(400 * 1024 - 8), invalidOutcome('Item size to update has exceeded the maximum allowed size')),
    ],
  },
  {
    title: 'strings are sorted by their bytes',
    given: words.map((word, place) => ({ ...itemKey('a', word), ...statusIndexAttributes('open', word), x: n(place) })),
    steps: [
      order({ KeyConditionExpression: 'pk = :v', ExpressionAttributeValues: { ':v': s('a') } }, words),
      order(
        {
          KeyConditionExpression: 'pk = :v AND sk BETWEEN :low AND :high',
          ExpressionAttributeValues: { ':v': s('a'), ':low': s('\ue000'), ':high': s('\u{1f600}') },
        },
        ['\ue000', '\uffee', '\u{1f600}'],
      ),
      order(
        {
          IndexName: 'by_status',
          KeyConditionExpression: '#s = :v',
          ExpressionAttributeNames: { '#s': 'status' },
          ExpressionAttributeValues: { ':v': s('open') },
        },
        words,
      ),
      order(
        {
          KeyConditionExpression: 'pk = :v',
          FilterExpression: 'due > :low',
          ExpressionAttributeValues: { ':v': s('a'), ':low': s('\uffee') },
        },
        ['\u{1f600}', '\u{20000}'],
      ),
      {
        call: (db, TableName) =>
          db.updateItem({
            TableName,
            Key: itemKey('a', '\uffee'),
            UpdateExpression: 'SET x = :x',
            ConditionExpression: 'due BETWEEN :low AND :high',
            ExpressionAttributeValues: { ':x': n(0), ':low': s('\ue000'), ':high': s('\u{1f600}') },
          }),
        gives: {},
      },
    ],
  },
  {
    title: 'names and values in any script are returned unchanged and found by their parts',
    given: [{ ...itemKey('a', '日本語'), 名: { M: { é: s('Zürich 😀') } }, x: s('日本語') }],
    steps: [
      {
        call: (db, TableName) =>
          db.updateItem({
            TableName,
            Key: itemKey('a', '日本語'),
            UpdateExpression: 'SET #n.#o = :v',
            ConditionExpression: 'contains(x, :part) AND begins_with(#n.#e, :start)',
            ExpressionAttributeNames: { '#n': '名', '#o': 'ö', '#e': 'é' },
            ExpressionAttributeValues: { ':v': s('łódź'), ':part': s('本'), ':start': s('Zü') },
            ReturnValues: 'ALL_NEW',
          }),
        gives: {
          Attributes: { ...itemKey('a', '日本語'), 名: { M: { é: s('Zürich 😀'), ö: s('łódź') } }, x: s('日本語') },
        },
      },
      order(
        {
          KeyConditionExpression: 'pk = :v AND begins_with(sk, :d)',
          ExpressionAttributeValues: { ':v': s('a'), ':d': s('日本') },
        },
        ['日本語'],
      ),
      {
        call: (db, TableName) =>
          db.getItem({
            TableName,
            Key: itemKey('a', '日本語'),
            ProjectionExpression: '#x',
            ExpressionAttributeNames: { '#x': '縺' },
          }),
        gives: { Item: {} },
      },
    ],
  },
  {
    title: 'capacity is counted in bytes',
    given: [{ ...itemKey('a', '1'), x: s(text(4500)) }],
    steps: [
      {
        call: (db, TableName) =>
          db.putItem({ TableName, Item: { ...itemKey('a', '2'), x: s(text(1500)) }, ReturnConsumedCapacity: 'TOTAL' }),
        gives: { ConsumedCapacity: { TableName: 'T', CapacityUnits: 2 } },
      },
      {
        call: (db, TableName) => db.getItem({ TableName, Key: itemKey('a', '1'), ReturnConsumedCapacity: 'TOTAL' }),
        gives: {
          Item: { ...itemKey('a', '1'), x: s(text(4500)) },
          ConsumedCapacity: { TableName: 'T', CapacityUnits: 1 },
        },
      },
    ],
  },
]
