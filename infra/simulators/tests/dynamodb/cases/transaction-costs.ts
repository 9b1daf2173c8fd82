import { randomUUID } from 'node:crypto'
import {
  type Case,
  cancelledOutcome,
  conditionFailedReason,
  itemKey,
  itemStep,
  knownDifferences,
  n,
  type Outcome,
  refusalOutcome,
  type Step,
  s,
} from './case.ts'
import { putAction, writeStep } from './transaction-step.ts'

const consumed = (units: number, kind: 'Read' | 'Write', rest: Outcome = {}): Outcome => ({
  ConsumedCapacity: [{ TableName: 'T', CapacityUnits: units, [`${kind}CapacityUnits`]: units, ...rest }],
})

const bare = (units: number, rest: Outcome = {}): Outcome => ({
  ConsumedCapacity: [{ TableName: 'T', CapacityUnits: units, ...rest }],
})

export const transactionCostCases: Case[] = [
  {
    title: 'a request repeated with its token is applied once and costs only a read',
    steps: [randomUUID()].flatMap((ClientRequestToken) => [
      writeStep(
        (TableName) => [putAction(TableName, { ...itemKey('a', '1'), x: n(1), y: n(2) })],
        consumed(2, 'Write'),
        {
          ClientRequestToken,
          ReturnConsumedCapacity: 'TOTAL',
          elsewhere: [...knownDifferences('units', bare(2)), ...knownDifferences('old', consumed(4, 'Write'))],
        },
      ),
      {
        call: (db, TableName) => db.putItem({ TableName, Item: { ...itemKey('a', '1'), x: n(9) } }),
        gives: {},
      },
      writeStep(
        (TableName) => [putAction(TableName, { ...itemKey('a', '1'), x: n(1), y: n(2) })],
        consumed(2, 'Read'),
        {
          ClientRequestToken,
          ReturnConsumedCapacity: 'TOTAL',
          elsewhere: knownDifferences('units', bare(2)),
        },
      ),
      writeStep(
        (TableName) => [putAction(TableName, { ...itemKey('a', '1'), x: n(1), y: n(2) })],
        {},
        { ClientRequestToken },
      ),
      itemStep('a', '1', { ...itemKey('a', '1'), x: n(9) }),
    ]),
  },
  {
    title: 'a token cannot be reused for another request',
    steps: [randomUUID()].flatMap((ClientRequestToken) => [
      writeStep((TableName) => [putAction(TableName, { ...itemKey('a', '1'), x: n(1) })], {}, { ClientRequestToken }),
      writeStep(
        (TableName) => [putAction(TableName, { ...itemKey('a', '1'), x: n(2) })],
        refusalOutcome('IdempotentParameterMismatchException', 'UnknownError'),
        { ClientRequestToken },
      ),
      itemStep('a', '1', { ...itemKey('a', '1'), x: n(1) }),
    ]),
  },
  {
    title: 'a cancelled transaction can be retried with its token',
    steps: [randomUUID()].flatMap((ClientRequestToken) => {
      const ifThere = (TableName: string) => [
        { Put: { TableName, Item: { ...itemKey('a', '1'), x: n(2) }, ConditionExpression: 'attribute_exists(pk)' } },
      ]
      return [
        writeStep(ifThere, cancelledOutcome(conditionFailedReason()), { ClientRequestToken }),
        { call: (db, TableName) => db.putItem({ TableName, Item: itemKey('a', '1') }), gives: {} },
        writeStep(ifThere, {}, { ClientRequestToken }),
        itemStep('a', '1', { ...itemKey('a', '1'), x: n(2) }),
      ] satisfies Step[]
    }),
  },
  {
    title: 'a transaction costs twice as much as its writes, and a transactional read twice its reads',
    given: [{ ...itemKey('a', '1'), x: s('x'.repeat(1500)) }],
    steps: [
      writeStep(
        (TableName) => [putAction(TableName, itemKey('a', '2')), { Delete: { TableName, Key: itemKey('a', '1') } }],
        consumed(6, 'Write', { Table: { CapacityUnits: 6, WriteCapacityUnits: 6 } }),
        {
          ReturnConsumedCapacity: 'INDEXES',
          elsewhere: [
            ...knownDifferences('units', bare(6, { Table: { CapacityUnits: 6 } })),
            ...knownDifferences('old', consumed(12, 'Write', { Table: { CapacityUnits: 12, WriteCapacityUnits: 12 } })),
          ],
        },
      ),
      {
        call: (db, TableName) =>
          db.transactGetItems({
            TransactItems: [
              { Get: { TableName, Key: itemKey('a', '2') } },
              { Get: { TableName, Key: itemKey('a', 'none') } },
            ],
            ReturnConsumedCapacity: 'TOTAL',
          }),
        gives: { Responses: [{ Item: itemKey('a', '2') }, {}], ...consumed(4, 'Read') },
        elsewhere: knownDifferences('units', { Responses: [{ Item: itemKey('a', '2') }, {}], ...bare(4) }),
      },
    ],
  },
]
