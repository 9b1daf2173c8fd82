import type { AttributeValue, DynamoDB } from '@aws-sdk/client-dynamodb'
import {
  type Case,
  cancelledOutcome,
  invalidOutcome,
  itemKey,
  itemStep,
  knownDifferences,
  n,
  noReason,
  refusalOutcome,
  type Step,
  s,
} from './case.ts'
import { afterPutStep, nothingWasPutStep, putAction, updateAction } from './transaction-step.ts'

/** Returns a string inside the given number of maps and lists. */
function nested(depth: number): AttributeValue {
  const inner = depth > 1 ? nested(depth - 1) : s('leaf')
  return depth % 2 ? { M: { a: inner } } : { L: [inner] }
}

const tooDeep = 'Nesting Levels have exceeded supported limits'
const tooDeepItem = `${tooDeep}: Attributes in the item have nested levels beyond supported limit`
const tooDeepValue = `ExpressionAttributeValues contains invalid value: ${tooDeepItem} for key :v`
const conditionFails = refusalOutcome('ConditionalCheckFailedException', 'The conditional request failed')

/**
 * Returns a step with an update whose condition compares the attribute `absent` with `value`. If the value is accepted, the
 * condition fails, because no item has this attribute.
 */
const compared = (value: AttributeValue): Step => ({
  call: (db, TableName) =>
    db.updateItem({
      TableName,
      Key: itemKey('a', '1'),
      ConditionExpression: 'absent = :v',
      ExpressionAttributeValues: { ':v': value },
    }),
  gives: conditionFails,
})

const computed = (UpdateExpression: string, operand: string, gives: string | Step['gives']): Step => ({
  call: (db, TableName) =>
    db.updateItem({
      TableName,
      Key: itemKey('a', '1'),
      UpdateExpression,
      ExpressionAttributeValues: { ':n': { N: operand } },
      ReturnValues: 'UPDATED_NEW',
    }),
  gives: typeof gives === 'string' ? { Attributes: { x: { N: gives } } } : gives,
})
const tooLarge = 'Number overflow. Attempting to store a number with magnitude larger than supported range'
const tooPrecise = 'DynamoDB only supports precision up to 38 digits'
const imprecise = knownDifferences('words', invalidOutcome(tooPrecise))
const nines = '9'.repeat(38)

/** Returns an expression of the given number of bytes, filled with spaces in the middle. */
const padded = (head: string, tail: string, bytes: number) =>
  head + ' '.repeat(bytes - head.length - tail.length) + tail

type Call = (db: DynamoDB, TableName: string, bytes: number) => Promise<object>
const values = { ':v': s('a') }
const expressions: [parameter: string, call: Call][] = [
  [
    'UpdateExpression',
    (db, TableName, bytes) =>
      db.updateItem({
        TableName,
        Key: itemKey('a', '1'),
        UpdateExpression: padded('SET x =', ':v', bytes),
        ExpressionAttributeValues: values,
      }),
  ],
  [
    'ConditionExpression',
    (db, TableName, bytes) =>
      db.putItem({
        TableName,
        Item: itemKey('a', '1'),
        ConditionExpression: padded('attribute_exists(', 'pk)', bytes),
      }),
  ],
  [
    'ProjectionExpression',
    (db, TableName, bytes) =>
      db.getItem({ TableName, Key: itemKey('a', '1'), ProjectionExpression: padded('absent', ',absent2', bytes) }),
  ],
  [
    'KeyConditionExpression',
    (db, TableName, bytes) =>
      db.query({
        TableName,
        KeyConditionExpression: padded('pk =', ':v', bytes),
        ExpressionAttributeValues: values,
        Select: 'COUNT',
      }),
  ],
  [
    'FilterExpression',
    (db, TableName, bytes) =>
      db.query({
        TableName,
        KeyConditionExpression: 'pk = :v',
        FilterExpression: padded('attribute_exists(', 'x)', bytes),
        ExpressionAttributeValues: values,
        Select: 'COUNT',
      }),
  ],
]
const tooLong = (parameter: string) => {
  const namesSize = parameter !== 'UpdateExpression' && parameter !== 'ProjectionExpression'
  const size = namesSize ? ' expression size: 4097' : ''
  return `Invalid ${parameter}: Expression size has exceeded the maximum allowed size;${size}`
}

const conditional = (ConditionExpression: string, gives: Step['gives']): Step => ({
  call: (db, TableName) =>
    db.deleteItem({
      TableName,
      Key: itemKey('a', '1'),
      ConditionExpression,
      ExpressionAttributeValues: { ':v': n(1) },
    }),
  gives,
})
const tooMany = (operands: number) =>
  invalidOutcome(
    `Invalid ConditionExpression: The IN operator is provided with too many operands; number of operands: ${operands}`,
  )
const times = (count: number, text: string, between: string) => Array.from({ length: count }, () => text).join(between)

export const limitCases: Case[] = [
  {
    title: 'a document has at most 32 levels, including the attribute',
    steps: [
      { call: (db, TableName) => db.putItem({ TableName, Item: { ...itemKey('a', '1'), x: nested(31) } }), gives: {} },
      itemStep('a', '1', { ...itemKey('a', '1'), x: nested(31) }),
      {
        call: (db, TableName) => db.putItem({ TableName, Item: { ...itemKey('a', '2'), x: nested(32) } }),
        gives: invalidOutcome(tooDeepItem),
      },
      {
        call: (db, T) =>
          db.batchWriteItem({
            RequestItems: { [T]: [{ PutRequest: { Item: { ...itemKey('a', '2'), x: nested(32) } } }] },
          }),
        gives: invalidOutcome(tooDeepItem),
      },
      afterPutStep(
        (TableName) => putAction(TableName, { ...itemKey('a', '2'), x: nested(32) }),
        invalidOutcome(tooDeepItem),
      ),
      nothingWasPutStep,
    ],
  },
  {
    title: 'an update cannot create a deeper document',
    given: [{ ...itemKey('a', '1'), x: { M: {} } }],
    steps: [
      ...[30, 31].map(
        (depth): Step => ({
          call: (db, TableName) =>
            db.updateItem({
              TableName,
              Key: itemKey('a', '1'),
              UpdateExpression: 'SET x.a = :v',
              ExpressionAttributeValues: { ':v': nested(depth) },
            }),
          gives: depth === 30 ? {} : invalidOutcome(tooDeep),
        }),
      ),
      afterPutStep(
        (TableName) => updateAction(TableName, 'SET x.a = :v', { ExpressionAttributeValues: { ':v': nested(31) } }),
        cancelledOutcome(noReason, { Code: 'ValidationError', Message: tooDeep }),
        knownDifferences('whole', invalidOutcome(tooDeep)),
      ),
      nothingWasPutStep,
    ],
  },
  {
    title: 'a value to compare with has at most 32 levels too',
    steps: [
      compared(nested(31)),
      {
        ...compared(nested(32)),
        gives: invalidOutcome(tooDeepValue),
        elsewhere: knownDifferences('deeper', conditionFails),
      },
    ],
  },
  {
    title: 'a document path has at most 32 levels',
    given: [itemKey('a', '1')],
    steps: [31, 32].flatMap((depth): Step[] => {
      const path = `x${'.a'.repeat(depth)}`
      const tooDeepPath = (parameter: string) =>
        invalidOutcome(`Invalid ${parameter}: The document path has too many nesting levels; nesting levels: 33`)
      return [
        {
          call: (db, TableName) => db.getItem({ TableName, Key: itemKey('a', '1'), ProjectionExpression: path }),
          gives: depth === 31 ? { Item: {} } : tooDeepPath('ProjectionExpression'),
        },
        {
          call: (db, TableName) =>
            db.updateItem({ TableName, Key: itemKey('a', '1'), ConditionExpression: `attribute_not_exists(${path})` }),
          gives: depth === 31 ? {} : tooDeepPath('ConditionExpression'),
        },
        {
          call: (db, TableName) =>
            db.updateItem({ TableName, Key: itemKey('a', '1'), UpdateExpression: `REMOVE ${path}` }),
          gives:
            depth === 31
              ? invalidOutcome('The document path provided in the update expression is invalid for update')
              : tooDeepPath('UpdateExpression'),
        },
      ]
    }),
  },
  {
    title: 'a sum has at most 38 digits and is never rounded',
    given: [{ ...itemKey('a', '1'), x: { N: nines } }],
    steps: [
      { ...computed('SET x = x + :n', '0.1', invalidOutcome(tooLarge)), elsewhere: imprecise },
      { ...computed('ADD x :n', '2', invalidOutcome(tooLarge)), elsewhere: imprecise },
      afterPutStep(
        (TableName) => updateAction(TableName, 'ADD x :n', { ExpressionAttributeValues: { ':n': n(2) } }),
        cancelledOutcome(noReason, { Code: 'ValidationError', Message: tooLarge }),
        knownDifferences('whole', invalidOutcome(tooPrecise)),
      ),
      nothingWasPutStep,
      computed('ADD x :n', '1', `1${'0'.repeat(38)}`),
      { call: (db, T) => db.putItem({ TableName: T, Item: { ...itemKey('a', '1'), x: { N: '9e125' } } }), gives: {} },
      computed('SET x = x + :n', '9e125', invalidOutcome(tooLarge)),
      computed('SET x = x - :n', '-9e125', invalidOutcome(tooLarge)),
      computed('SET x = x - :n', '9e125', '0'),
      computed('SET x = x + :n', '1e-130', `0.${'0'.repeat(129)}1`),
    ],
  },
  {
    title: 'an expression has at most 4 KB',
    given: [itemKey('a', '1')],
    steps: expressions.flatMap(([parameter, call]): Step[] => [
      {
        call: async (db, TableName) => {
          await call(db, TableName, 4096)
          return {}
        },
        gives: {},
      },
      { call: (db, TableName) => call(db, TableName, 4097), gives: invalidOutcome(tooLong(parameter)) },
    ]),
  },
  {
    title: 'an expression’s length is checked before its syntax, also in batches and transactions',
    given: [itemKey('a', '1')],
    steps: [
      conditional('('.repeat(5000), invalidOutcome(tooLong('ConditionExpression').replace('4097', '5000'))),
      {
        call: (db, T) =>
          db.batchGetItem({
            RequestItems: { [T]: { Keys: [itemKey('a', '1')], ProjectionExpression: padded('pk', ',x', 4097) } },
          }),
        gives: invalidOutcome(tooLong('ProjectionExpression')),
      },
      afterPutStep(
        (TableName) => updateAction(TableName, padded('REMOVE', 'x', 4097)),
        invalidOutcome(tooLong('UpdateExpression')),
      ),
      nothingWasPutStep,
    ],
  },
  {
    title: 'an expression has at most 300 operators and functions, and 100 values after IN',
    given: [itemKey('a', '1')],
    steps: [
      conditional(times(150, 'x>:v', ' OR '), conditionFails),
      conditional(
        times(151, 'x>:v', ' OR '),
        invalidOutcome('Invalid ConditionExpression: The expression contains too many operators; operator count: 301'),
      ),
      {
        ...conditional(`x IN (${times(100, ':v', ',')})`, conditionFails),
        elsewhere: knownDifferences('old', tooMany(101)),
      },
      {
        ...conditional(`x IN (${times(101, ':v', ',')})`, tooMany(101)),
        elsewhere: knownDifferences('old', tooMany(102)),
      },
    ],
  },
]
