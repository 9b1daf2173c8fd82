import { randomUUID } from 'node:crypto'
import {
  type Case,
  cancelled,
  conditionFailed,
  differs,
  key,
  n,
  nowIs,
  type Outcome,
  refused,
  type Step,
  s,
} from './case.ts'
import { put, written } from './transaction-step.ts'

const consumed = (units: number, kind: 'Read' | 'Write', rest: Outcome = {}): Outcome => ({
  ConsumedCapacity: [{ TableName: 'T', CapacityUnits: units, [`${kind}CapacityUnits`]: units, ...rest }],
})

const bare = (units: number, rest: Outcome = {}): Outcome => ({
  ConsumedCapacity: [{ TableName: 'T', CapacityUnits: units, ...rest }],
})

export const transactionCosts: Case[] = [
  {
    says: 'a request with its token again is done once, and answers with what it costs to read',
    steps: [randomUUID()].flatMap((ClientRequestToken) => [
      written((TableName) => [put(TableName, { ...key('a', '1'), x: n(1), y: n(2) })], consumed(2, 'Write'), {
        ClientRequestToken,
        ReturnConsumedCapacity: 'TOTAL',
        elsewhere: [...differs('units', bare(2)), ...differs('old', consumed(4, 'Write'))],
      }),
      {
        call: (db, TableName) => db.putItem({ TableName, Item: { ...key('a', '1'), x: n(9) } }),
        gives: {},
      },
      written((TableName) => [put(TableName, { ...key('a', '1'), x: n(1), y: n(2) })], consumed(2, 'Read'), {
        ClientRequestToken,
        ReturnConsumedCapacity: 'TOTAL',
        elsewhere: differs('units', bare(2)),
      }),
      written((TableName) => [put(TableName, { ...key('a', '1'), x: n(1), y: n(2) })], {}, { ClientRequestToken }),
      nowIs('a', '1', { ...key('a', '1'), x: n(9) }),
    ]),
  },
  {
    says: 'a token does not serve for another request',
    steps: [randomUUID()].flatMap((ClientRequestToken) => [
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
    steps: [randomUUID()].flatMap((ClientRequestToken) => {
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
          elsewhere: [
            ...differs('units', bare(6, { Table: { CapacityUnits: 6 } })),
            ...differs('old', consumed(12, 'Write', { Table: { CapacityUnits: 12, WriteCapacityUnits: 12 } })),
          ],
        },
      ),
      {
        call: (db, TableName) =>
          db.transactGetItems({
            TransactItems: [{ Get: { TableName, Key: key('a', '2') } }, { Get: { TableName, Key: key('a', 'none') } }],
            ReturnConsumedCapacity: 'TOTAL',
          }),
        gives: { Responses: [{ Item: key('a', '2') }, {}], ...consumed(4, 'Read') },
        elsewhere: differs('units', { Responses: [{ Item: key('a', '2') }, {}], ...bare(4) }),
      },
    ],
  },
]
