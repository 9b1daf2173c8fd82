import type { AttributeValue, DynamoDB } from '@aws-sdk/client-dynamodb'
import { type Case, cancelled, differs, invalid, key, n, none, nowIs, refused, type Step, s } from './case.ts'
import { nothingNew, put, update, withPut } from './transaction-step.ts'

/** A string inside the given number of maps and lists. */
function nested(depth: number): AttributeValue {
  const inner = depth > 1 ? nested(depth - 1) : s('leaf')
  return depth % 2 ? { M: { a: inner } } : { L: [inner] }
}

const tooDeep = 'Nesting Levels have exceeded supported limits'
const tooDeepItem = `${tooDeep}: Attributes in the item have nested levels beyond supported limit`
const tooDeepValue = `ExpressionAttributeValues contains invalid value: ${tooDeepItem} for key :v`
const conditionFails = refused('ConditionalCheckFailedException', 'The conditional request failed')

/** An update on a condition that is false once it is evaluated, because no item has the attribute. */
const compared = (value: AttributeValue): Step => ({
  call: (db, TableName) =>
    db.updateItem({
      TableName,
      Key: key('a', '1'),
      ConditionExpression: 'absent = :v',
      ExpressionAttributeValues: { ':v': value },
    }),
  gives: conditionFails,
})

const computed = (UpdateExpression: string, operand: string, gives: string | Step['gives']): Step => ({
  call: (db, TableName) =>
    db.updateItem({
      TableName,
      Key: key('a', '1'),
      UpdateExpression,
      ExpressionAttributeValues: { ':n': { N: operand } },
      ReturnValues: 'UPDATED_NEW',
    }),
  gives: typeof gives === 'string' ? { Attributes: { x: { N: gives } } } : gives,
})
const tooLarge = 'Number overflow. Attempting to store a number with magnitude larger than supported range'
const tooPrecise = 'DynamoDB only supports precision up to 38 digits'
const imprecise = differs('words', invalid(tooPrecise))
const nines = '9'.repeat(38)

/** An expression of the given number of bytes. */
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
        Key: key('a', '1'),
        UpdateExpression: padded('SET x =', ':v', bytes),
        ExpressionAttributeValues: values,
      }),
  ],
  [
    'ConditionExpression',
    (db, TableName, bytes) =>
      db.putItem({ TableName, Item: key('a', '1'), ConditionExpression: padded('attribute_exists(', 'pk)', bytes) }),
  ],
  [
    'ProjectionExpression',
    (db, TableName, bytes) =>
      db.getItem({ TableName, Key: key('a', '1'), ProjectionExpression: padded('absent', ',absent2', bytes) }),
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
  const isSizeTold = parameter !== 'UpdateExpression' && parameter !== 'ProjectionExpression'
  const size = isSizeTold ? ' expression size: 4097' : ''
  return `Invalid ${parameter}: Expression size has exceeded the maximum allowed size;${size}`
}

const conditional = (ConditionExpression: string, gives: Step['gives']): Step => ({
  call: (db, TableName) =>
    db.deleteItem({ TableName, Key: key('a', '1'), ConditionExpression, ExpressionAttributeValues: { ':v': n(1) } }),
  gives,
})
const tooMany = (operands: number) =>
  invalid(
    `Invalid ConditionExpression: The IN operator is provided with too many operands; number of operands: ${operands}`,
  )
const times = (count: number, text: string, between: string) => Array.from({ length: count }, () => text).join(between)

export const limits: Case[] = [
  {
    says: 'a document is 32 levels deep at most, the attribute among them',
    steps: [
      { call: (db, TableName) => db.putItem({ TableName, Item: { ...key('a', '1'), x: nested(31) } }), gives: {} },
      nowIs('a', '1', { ...key('a', '1'), x: nested(31) }),
      {
        call: (db, TableName) => db.putItem({ TableName, Item: { ...key('a', '2'), x: nested(32) } }),
        gives: invalid(tooDeepItem),
      },
      {
        call: (db, T) =>
          db.batchWriteItem({ RequestItems: { [T]: [{ PutRequest: { Item: { ...key('a', '2'), x: nested(32) } } }] } }),
        gives: invalid(tooDeepItem),
      },
      withPut((TableName) => put(TableName, { ...key('a', '2'), x: nested(32) }), invalid(tooDeepItem)),
      nothingNew,
    ],
  },
  {
    says: 'an update makes no document deeper than that',
    given: [{ ...key('a', '1'), x: { M: {} } }],
    steps: [
      ...[30, 31].map(
        (depth): Step => ({
          call: (db, TableName) =>
            db.updateItem({
              TableName,
              Key: key('a', '1'),
              UpdateExpression: 'SET x.a = :v',
              ExpressionAttributeValues: { ':v': nested(depth) },
            }),
          gives: depth === 30 ? {} : invalid(tooDeep),
        }),
      ),
      withPut(
        (TableName) => update(TableName, 'SET x.a = :v', { ExpressionAttributeValues: { ':v': nested(31) } }),
        cancelled(none, { Code: 'ValidationError', Message: tooDeep }),
        differs('whole', invalid(tooDeep)),
      ),
      nothingNew,
    ],
  },
  {
    says: 'nor is a value to compare with',
    steps: [
      compared(nested(31)),
      { ...compared(nested(32)), gives: invalid(tooDeepValue), elsewhere: differs('deeper', conditionFails) },
    ],
  },
  {
    says: 'a document path is 32 levels deep at most',
    given: [key('a', '1')],
    steps: [31, 32].flatMap((depth): Step[] => {
      const path = `x${'.a'.repeat(depth)}`
      const tooDeepPath = (parameter: string) =>
        invalid(`Invalid ${parameter}: The document path has too many nesting levels; nesting levels: 33`)
      return [
        {
          call: (db, TableName) => db.getItem({ TableName, Key: key('a', '1'), ProjectionExpression: path }),
          gives: depth === 31 ? { Item: {} } : tooDeepPath('ProjectionExpression'),
        },
        {
          call: (db, TableName) =>
            db.updateItem({ TableName, Key: key('a', '1'), ConditionExpression: `attribute_not_exists(${path})` }),
          gives: depth === 31 ? {} : tooDeepPath('ConditionExpression'),
        },
        {
          call: (db, TableName) => db.updateItem({ TableName, Key: key('a', '1'), UpdateExpression: `REMOVE ${path}` }),
          gives:
            depth === 31
              ? invalid('The document path provided in the update expression is invalid for update')
              : tooDeepPath('UpdateExpression'),
        },
      ]
    }),
  },
  {
    says: 'a sum has at most 38 digits, and is never rounded',
    given: [{ ...key('a', '1'), x: { N: nines } }],
    steps: [
      { ...computed('SET x = x + :n', '0.1', invalid(tooLarge)), elsewhere: imprecise },
      { ...computed('ADD x :n', '2', invalid(tooLarge)), elsewhere: imprecise },
      withPut(
        (TableName) => update(TableName, 'ADD x :n', { ExpressionAttributeValues: { ':n': n(2) } }),
        cancelled(none, { Code: 'ValidationError', Message: tooLarge }),
        differs('whole', invalid(tooPrecise)),
      ),
      nothingNew,
      computed('ADD x :n', '1', `1${'0'.repeat(38)}`),
      { call: (db, T) => db.putItem({ TableName: T, Item: { ...key('a', '1'), x: { N: '9e125' } } }), gives: {} },
      computed('SET x = x + :n', '9e125', invalid(tooLarge)),
      computed('SET x = x - :n', '-9e125', invalid(tooLarge)),
      computed('SET x = x - :n', '9e125', '0'),
      computed('SET x = x + :n', '1e-130', `0.${'0'.repeat(129)}1`),
    ],
  },
  {
    says: 'an expression has at most 4 KB',
    given: [key('a', '1')],
    steps: expressions.flatMap(([parameter, call]): Step[] => [
      {
        call: async (db, TableName) => {
          await call(db, TableName, 4096)
          return {}
        },
        gives: {},
      },
      { call: (db, TableName) => call(db, TableName, 4097), gives: invalid(tooLong(parameter)) },
    ]),
  },
  {
    says: 'the length of an expression is looked at before its syntax, in batches and transactions too',
    given: [key('a', '1')],
    steps: [
      conditional('('.repeat(5000), invalid(tooLong('ConditionExpression').replace('4097', '5000'))),
      {
        call: (db, T) =>
          db.batchGetItem({
            RequestItems: { [T]: { Keys: [key('a', '1')], ProjectionExpression: padded('pk', ',x', 4097) } },
          }),
        gives: invalid(tooLong('ProjectionExpression')),
      },
      withPut((TableName) => update(TableName, padded('REMOVE', 'x', 4097)), invalid(tooLong('UpdateExpression'))),
      nothingNew,
    ],
  },
  {
    says: 'an expression has at most 300 operators and functions, and a list after IN a hundred values',
    given: [key('a', '1')],
    steps: [
      conditional(times(150, 'x>:v', ' OR '), conditionFails),
      conditional(
        times(151, 'x>:v', ' OR '),
        invalid('Invalid ConditionExpression: The expression contains too many operators; operator count: 301'),
      ),
      { ...conditional(`x IN (${times(100, ':v', ',')})`, conditionFails), elsewhere: differs('old', tooMany(101)) },
      { ...conditional(`x IN (${times(101, ':v', ',')})`, tooMany(101)), elsewhere: differs('old', tooMany(102)) },
    ],
  },
]
