import {
  type Case,
  differs,
  type Item,
  indexIs,
  invalid,
  key,
  listed,
  many,
  missingKeyElsewhere,
  n,
  noTable,
  noTableElsewhere,
  nowIs,
  s,
  wrongKeyElsewhere,
} from './case.ts'

/** Sorts the answer of a batch, which comes in any order. */
function inOrder(items: Item[] = []): Item[] {
  return items.toSorted((a, b) => (String(a.sk?.S) < String(b.sk?.S) ? -1 : 1))
}

export const batches: Case[] = [
  {
    says: 'a batch reads what is there',
    given: [{ ...key('a', '1'), x: n(1) }, key('a', '2')],
    steps: [
      {
        call: async (db, TableName) => {
          const Keys = [key('a', '2'), key('a', 'none'), key('a', '1')]
          const { Responses, UnprocessedKeys } = await db.batchGetItem({ RequestItems: { [TableName]: { Keys } } })
          return { found: inOrder(Responses?.[TableName]), UnprocessedKeys }
        },
        gives: { found: [{ ...key('a', '1'), x: n(1) }, key('a', '2')], UnprocessedKeys: {} },
      },
      {
        call: (db, TableName) =>
          db.batchGetItem({
            RequestItems: {
              [TableName]: {
                Keys: [key('a', '1')],
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
    says: 'a batch writes and deletes, and the indexes follow',
    given: [{ ...key('a', '1'), ...listed('open', '1') }],
    steps: [
      {
        call: (db, TableName) =>
          db.batchWriteItem({
            RequestItems: {
              [TableName]: [
                { DeleteRequest: { Key: key('a', '1') } },
                { PutRequest: { Item: { ...key('a', '2'), ...listed('open', '2') } } },
                ...many(23).map((Item) => ({ PutRequest: { Item } })),
              ],
            },
          }),
        gives: { UnprocessedItems: {} },
      },
      nowIs('a', '1'),
      nowIs('many', '22', key('many', '22')),
      indexIs('open', { ...key('a', '2'), ...listed('open', '2') }),
    ],
  },
  {
    says: 'a batch that asks for too much, twice or wrongly is refused whole',
    steps: [
      {
        call: (db, TableName) => db.batchGetItem({ RequestItems: { [TableName]: { Keys: [...many(1), ...many(1)] } } }),
        gives: invalid('Provided list of item keys contains duplicates'),
      },
      {
        call: (db, TableName) => db.batchGetItem({ RequestItems: { [TableName]: { Keys: [{ pk: s('a') }] } } }),
        gives: invalid('The provided key element does not match the schema'),
        elsewhere: wrongKeyElsewhere,
      },
      {
        call: (db, TableName) =>
          db.batchWriteItem({
            RequestItems: {
              [TableName]: [
                { PutRequest: { Item: key('a', '1') } },
                { DeleteRequest: { Key: key('a', '2') } },
                { DeleteRequest: { Key: key('a', '1') } },
              ],
            },
          }),
        gives: invalid('Provided list of item keys contains duplicates'),
      },
      {
        call: (db, TableName) =>
          db.batchWriteItem({
            RequestItems: {
              [TableName]: [{ PutRequest: { Item: key('a', '1') } }, { PutRequest: { Item: { pk: s('a') } } }],
            },
          }),
        gives: invalid('The provided key element does not match the schema'),
        elsewhere: missingKeyElsewhere,
      },
      {
        call: (db) => db.batchWriteItem({ RequestItems: { absent: [{ PutRequest: { Item: key('a', '1') } }] } }),
        gives: noTable,
        elsewhere: noTableElsewhere,
      },
      nowIs('a', '1'),
    ],
  },
  {
    says: 'a batch has at most 25 writes or 100 reads',
    steps: [
      {
        call: (db, TableName) =>
          db.batchWriteItem({ RequestItems: { [TableName]: many(26).map((Item) => ({ PutRequest: { Item } })) } }),
        gives: invalid(
          "1 validation error detected: Value '…' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]",
        ),
        elsewhere: differs('words', invalid('Too many items requested for the BatchWriteItem call')),
      },
      {
        call: (db, TableName) => db.batchGetItem({ RequestItems: { [TableName]: { Keys: many(101) } } }),
        gives: invalid(
          "1 validation error detected: Value '…' at 'requestItems.T.member.keys' failed to satisfy constraint: Member must have length less than or equal to 100",
        ),
        elsewhere: differs('words', invalid('Too many items requested for the BatchGetItem call')),
      },
      nowIs('many', '0'),
    ],
  },
]
