import type { TransactWriteItem } from '@aws-sdk/client-dynamodb'
import {
  type Case,
  cancelled,
  conditionFailed,
  type Item,
  indexIs,
  invalid,
  key,
  listed,
  many,
  n,
  none,
  nowIs,
  type Outcome,
  olderCheckFailed,
  refused,
  type Step,
  s,
} from './case.ts'

type Capacity = 'TOTAL' | 'INDEXES'

const written = (
  items: (TableName: string) => TransactWriteItem[],
  gives: Outcome,
  {
    olderGives,
    ...rest
  }: { olderGives?: Outcome; ClientRequestToken?: string; ReturnConsumedCapacity?: Capacity } = {},
): Step => ({
  call: (db, TableName) => db.transactWriteItems({ TransactItems: items(TableName), ...rest }),
  gives,
  ...(olderGives && { olderGives }),
})

const put = (TableName: string, Item: Item) => ({ Put: { TableName, Item } })

/** A token is the engine's for ten minutes, and these cases may come twice within them. */
const token = (name: string) => `${name}-${process.hrtime.bigint()}`.slice(0, 36)

const consumed = (units: number, kind: 'Read' | 'Write', rest: Outcome = {}): Outcome => ({
  ConsumedCapacity: [{ TableName: 'T', CapacityUnits: units, [`${kind}CapacityUnits`]: units, ...rest }],
})

export const transactions: Case[] = [
  {
    says: 'a transaction does all of its actions, and the indexes follow',
    given: [
      { ...key('a', 'changed'), ...listed('open', '1'), version: n(1) },
      { ...key('a', 'deleted'), ...listed('open', '2') },
      key('a', 'checked'),
    ],
    steps: [
      written(
        (TableName) => [
          { ConditionCheck: { TableName, Key: key('a', 'checked'), ConditionExpression: 'attribute_exists(pk)' } },
          put(TableName, { ...key('a', 'made'), ...listed('open', '3') }),
          {
            Update: {
              TableName,
              Key: key('a', 'changed'),
              UpdateExpression: 'SET #s = :done, version = version + :one',
              ConditionExpression: 'version = :one',
              ExpressionAttributeNames: { '#s': 'status' },
              ExpressionAttributeValues: { ':done': s('done'), ':one': n(1) },
            },
          },
          { Delete: { TableName, Key: key('a', 'deleted') } },
        ],
        {},
      ),
      nowIs('a', 'checked', key('a', 'checked')),
      nowIs('a', 'deleted'),
      nowIs('a', 'changed', { ...key('a', 'changed'), ...listed('done', '1'), version: n(2) }),
      indexIs('open', { ...key('a', 'made'), ...listed('open', '3') }),
      indexIs('done', { ...key('a', 'changed'), ...listed('done', '1') }),
    ],
  },
  {
    says: 'a cancelled transaction does nothing, and has a reason for every action in its place',
    given: [
      { ...key('a', '1'), ...listed('open', '1') },
      { ...key('a', '2'), x: n(2) },
    ],
    steps: [
      written(
        (TableName) => [
          put(TableName, { ...key('a', 'new'), ...listed('open', '2') }),
          { Delete: { TableName, Key: key('a', '1'), ConditionExpression: 'attribute_not_exists(pk)' } },
          {
            Update: {
              TableName,
              Key: key('a', '2'),
              UpdateExpression: 'SET x = :x',
              ConditionExpression: 'x < :x',
              ExpressionAttributeValues: { ':x': n(1) },
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          { Put: { TableName, Item: key('a', '3'), ConditionExpression: 'attribute_exists(pk)' } },
        ],
        cancelled(none, conditionFailed(), conditionFailed({ ...key('a', '2'), x: n(2) }), conditionFailed()),
      ),
      nowIs('a', 'new'),
      nowIs('a', '1', { ...key('a', '1'), ...listed('open', '1') }),
      nowIs('a', '2', { ...key('a', '2'), x: n(2) }),
      nowIs('a', '3'),
      indexIs('open', { ...key('a', '1'), ...listed('open', '1') }),
    ],
  },
  {
    says: 'every kind of action hands back the item in its way if asked, and nothing if there is none',
    given: [
      { ...key('a', '1'), x: n(1) },
      { ...key('a', '2'), x: n(2) },
      { ...key('a', '3'), x: n(3) },
    ],
    steps: [
      written(
        (TableName) => [
          {
            Put: {
              TableName,
              Item: key('a', '1'),
              ConditionExpression: 'attribute_not_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          {
            Delete: {
              TableName,
              Key: key('a', '2'),
              ConditionExpression: 'attribute_not_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          {
            ConditionCheck: {
              TableName,
              Key: key('a', '3'),
              ConditionExpression: 'x > :x',
              ExpressionAttributeValues: { ':x': n(3) },
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          {
            Update: {
              TableName,
              Key: key('a', '4'),
              UpdateExpression: 'REMOVE x',
              ConditionExpression: 'attribute_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'NONE',
            },
          },
        ],
        cancelled(
          conditionFailed({ ...key('a', '1'), x: n(1) }),
          conditionFailed({ ...key('a', '2'), x: n(2) }),
          conditionFailed({ ...key('a', '3'), x: n(3) }),
          conditionFailed(),
        ),
        {
          olderGives: cancelled(
            conditionFailed({ ...key('a', '1'), x: n(1) }),
            conditionFailed({ ...key('a', '2'), x: n(2) }),
            olderCheckFailed({ ...key('a', '3'), x: n(3) }),
            conditionFailed(),
          ),
        },
      ),
      written(
        (TableName) => [
          {
            ConditionCheck: {
              TableName,
              Key: key('a', '4'),
              ConditionExpression: 'attribute_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
        ],
        cancelled(conditionFailed()),
        { olderGives: cancelled(olderCheckFailed()) },
      ),
    ],
  },
  {
    says: 'a hundred actions fit into a transaction, and a hundred items into one read',
    steps: [
      written(
        (TableName) => many(100).map((Item) => put(TableName, Item)),
        {},
        {
          olderGives: invalid('Member must have length less than or equal to 10'),
        },
      ),
      {
        call: async (db, TableName) => {
          const TransactItems = many(100).map((Key) => ({ Get: { TableName, Key } }))
          const { Responses } = await db.transactGetItems({ TransactItems })
          return { found: Responses?.map(({ Item }) => Item) }
        },
        gives: { found: many(100) },
        olderGives: invalid('Member must have length less than or equal to 10'),
      },
    ],
  },
  {
    says: 'a request with its token again is done once, and answers with what it costs to read',
    steps: [token('once')].flatMap((ClientRequestToken) => [
      written((TableName) => [put(TableName, { ...key('a', '1'), x: n(1), y: n(2) })], consumed(2, 'Write'), {
        ClientRequestToken,
        ReturnConsumedCapacity: 'TOTAL',
        olderGives: consumed(4, 'Write'),
      }),
      {
        call: (db, TableName) => db.putItem({ TableName, Item: { ...key('a', '1'), x: n(9) } }),
        gives: {},
      },
      written((TableName) => [put(TableName, { ...key('a', '1'), x: n(1), y: n(2) })], consumed(2, 'Read'), {
        ClientRequestToken,
        ReturnConsumedCapacity: 'TOTAL',
      }),
      written((TableName) => [put(TableName, { ...key('a', '1'), x: n(1), y: n(2) })], {}, { ClientRequestToken }),
      nowIs('a', '1', { ...key('a', '1'), x: n(9) }),
    ]),
  },
  {
    says: 'a token does not serve for another request',
    steps: [token('other')].flatMap((ClientRequestToken) => [
      written((TableName) => [put(TableName, { ...key('a', '1'), x: n(1) })], {}, { ClientRequestToken }),
      written(
        (TableName) => [put(TableName, { ...key('a', '1'), x: n(2) })],
        refused('IdempotentParameterMismatchException', 'UnknownError'),
        { ClientRequestToken },
      ),
      nowIs('a', '1', { ...key('a', '1'), x: n(1) }),
    ]),
  },
  {
    says: 'a cancelled transaction may come again with its token',
    steps: [token('again')].flatMap((ClientRequestToken) => {
      const ifThere = (TableName: string) => [
        { Put: { TableName, Item: { ...key('a', '1'), x: n(2) }, ConditionExpression: 'attribute_exists(pk)' } },
      ]
      return [
        written(ifThere, cancelled(conditionFailed()), { ClientRequestToken }),
        { call: (db, TableName) => db.putItem({ TableName, Item: key('a', '1') }), gives: {} },
        written(ifThere, {}, { ClientRequestToken }),
        nowIs('a', '1', { ...key('a', '1'), x: n(2) }),
      ] satisfies Step[]
    }),
  },
  {
    says: 'a transaction costs twice its writes, and a read of one twice its reads',
    given: [{ ...key('a', '1'), x: s('x'.repeat(1500)) }],
    steps: [
      written(
        (TableName) => [put(TableName, key('a', '2')), { Delete: { TableName, Key: key('a', '1') } }],
        consumed(6, 'Write', { Table: { CapacityUnits: 6, WriteCapacityUnits: 6 } }),
        {
          ReturnConsumedCapacity: 'INDEXES',
          olderGives: consumed(12, 'Write', { Table: { CapacityUnits: 12, WriteCapacityUnits: 12 } }),
        },
      ),
      {
        call: (db, TableName) =>
          db.transactGetItems({
            TransactItems: [{ Get: { TableName, Key: key('a', '2') } }, { Get: { TableName, Key: key('a', 'none') } }],
            ReturnConsumedCapacity: 'TOTAL',
          }),
        gives: { Responses: [{ Item: key('a', '2') }, {}], ...consumed(4, 'Read') },
      },
    ],
  },
  {
    says: 'a transaction reads its items in the order of asking',
    given: [{ ...key('a', '1'), x: n(1), y: n(1) }, key('a', '2')],
    steps: [
      {
        call: (db, TableName) =>
          db.transactGetItems({
            TransactItems: [
              { Get: { TableName, Key: key('a', '2') } },
              { Get: { TableName, Key: key('a', 'none') } },
              {
                Get: {
                  TableName,
                  Key: key('a', '1'),
                  ProjectionExpression: '#x',
                  ExpressionAttributeNames: { '#x': 'x' },
                },
              },
            ],
          }),
        gives: { Responses: [{ Item: key('a', '2') }, {}, { Item: { x: n(1) } }] },
      },
    ],
  },
]
