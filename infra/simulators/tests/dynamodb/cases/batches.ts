import {
  type Case,
  type Item,
  indexStep,
  invalidOutcome,
  itemKey,
  itemStep,
  knownDifferences,
  manyKeys,
  missingKeyDifferences,
  n,
  noTableDifferences,
  noTableOutcome,
  s,
  statusIndexAttributes,
  wrongKeyDifferences,
} from './case.ts'

/** Sorts the items that a batch returns, which come in any order. */
function inOrder(items: Item[] = []): Item[] {
  return items.toSorted((a, b) => (String(a.sk?.S) < String(b.sk?.S) ? -1 : 1))
}

export const batchCases: Case[] = [
  {
    title: 'a batch read returns existing items',
    given: [{ ...itemKey('a', '1'), x: n(1) }, itemKey('a', '2')],
    steps: [
      {
        call: async (db, TableName) => {
          const Keys = [itemKey('a', '2'), itemKey('a', 'none'), itemKey('a', '1')]
          const { Responses, UnprocessedKeys } = await db.batchGetItem({ RequestItems: { [TableName]: { Keys } } })
          return { found: inOrder(Responses?.[TableName]), UnprocessedKeys }
        },
        gives: { found: [{ ...itemKey('a', '1'), x: n(1) }, itemKey('a', '2')], UnprocessedKeys: {} },
      },
      {
        call: (db, TableName) =>
          db.batchGetItem({
            RequestItems: {
              [TableName]: {
                Keys: [itemKey('a', '1')],
                ProjectionExpression: '#x',
                ExpressionAttributeNames: { '#x': 'x' },
              },
            },
          }),
        gives: { Responses: { T: [{ x: n(1) }] }, UnprocessedKeys: {} },
      },
    ],
  },
  {
    title: 'a batch writes and deletes items and updates the indexes',
    given: [{ ...itemKey('a', '1'), ...statusIndexAttributes('open', '1') }],
    steps: [
      {
        call: (db, TableName) =>
          db.batchWriteItem({
            RequestItems: {
              [TableName]: [
                { DeleteRequest: { Key: itemKey('a', '1') } },
                { PutRequest: { Item: { ...itemKey('a', '2'), ...statusIndexAttributes('open', '2') } } },
                ...manyKeys(23).map((Item) => ({ PutRequest: { Item } })),
              ],
            },
          }),
        gives: { UnprocessedItems: {} },
      },
      itemStep('a', '1'),
      itemStep('many', '22', itemKey('many', '22')),
      indexStep('open', { ...itemKey('a', '2'), ...statusIndexAttributes('open', '2') }),
    ],
  },
  {
    title: 'an oversized, duplicate or invalid batch is rejected completely',
    steps: [
      {
        call: (db, TableName) =>
          db.batchGetItem({ RequestItems: { [TableName]: { Keys: [...manyKeys(1), ...manyKeys(1)] } } }),
        gives: invalidOutcome('Provided list of item keys contains duplicates'),
      },
      {
        call: (db, TableName) => db.batchGetItem({ RequestItems: { [TableName]: { Keys: [{ pk: s('a') }] } } }),
        gives: invalidOutcome('The provided key element does not match the schema'),
        elsewhere: wrongKeyDifferences,
      },
      {
        call: (db, TableName) =>
          db.batchWriteItem({
            RequestItems: {
              [TableName]: [
                { PutRequest: { Item: itemKey('a', '1') } },
                { DeleteRequest: { Key: itemKey('a', '2') } },
                { DeleteRequest: { Key: itemKey('a', '1') } },
              ],
            },
          }),
        gives: invalidOutcome('Provided list of item keys contains duplicates'),
      },
      {
        call: (db, TableName) =>
          db.batchWriteItem({
            RequestItems: {
              [TableName]: [{ PutRequest: { Item: itemKey('a', '1') } }, { PutRequest: { Item: { pk: s('a') } } }],
            },
          }),
        gives: invalidOutcome('The provided key element does not match the schema'),
        elsewhere: missingKeyDifferences,
      },
      {
        call: (db) => db.batchWriteItem({ RequestItems: { absent: [{ PutRequest: { Item: itemKey('a', '1') } }] } }),
        gives: noTableOutcome,
        elsewhere: noTableDifferences,
      },
      itemStep('a', '1'),
    ],
  },
  {
    title: 'a batch has at most 25 writes or 100 reads',
    steps: [
      {
        call: (db, TableName) =>
          db.batchWriteItem({ RequestItems: { [TableName]: manyKeys(26).map((Item) => ({ PutRequest: { Item } })) } }),
        gives: invalidOutcome(
          "1 validation error detected: Value '…' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]",
        ),
        elsewhere: knownDifferences('words', invalidOutcome('Too many items requested for the BatchWriteItem call')),
      },
      {
        call: (db, TableName) => db.batchGetItem({ RequestItems: { [TableName]: { Keys: manyKeys(101) } } }),
        gives: invalidOutcome(
          "1 validation error detected: Value '…' at 'requestItems.T.member.keys' failed to satisfy constraint: Member must have length less than or equal to 100",
        ),
        elsewhere: knownDifferences('words', invalidOutcome('Too many items requested for the BatchGetItem call')),
      },
      itemStep('many', '0'),
    ],
  },
]
