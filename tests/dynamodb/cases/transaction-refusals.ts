import type { TransactGetItem, TransactWriteItem } from '@aws-sdk/client-dynamodb'
import {
  type Case,
  cancelled,
  conditionFailed,
  type Item,
  invalid,
  key,
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

const twice = 'Transaction request cannot include multiple operations on one item'
const tooLarge = 'The aggregate size of the items in the transaction cannot exceed 4 MB'
const emptyKey = 'The AttributeValue for a key attribute cannot contain an empty string value.'
const constraint = 'failed to satisfy constraint: Member must'
const olderEmpty = 'One or more parameter values were invalid: An AttributeValue may not contain an empty string'
const olderLimit = invalid('Member must have length less than or equal to 10')
const noTable = refused('ResourceNotFoundException', 'Requested resource not found')
const olderNoTable = refused('ResourceNotFoundException', 'Cannot do operations on a non-existent table')

const validationError = (Message: string) => ({ Code: 'ValidationError', Message })
const put = (TableName: string, Item: Item): TransactWriteItem => ({ Put: { TableName, Item } })
const large = (sk: string): Item => ({ ...key('a', sk), x: s('x'.repeat(380_000)) })

/** A transaction whose first action is a put that could be done: none may do it. */
const withPut = (second: (TableName: string) => TransactWriteItem, gives: Outcome, olderGives?: Outcome): Step =>
  alone((TableName) => [put(TableName, key('new', '1')), second(TableName)], gives, olderGives)

function alone(items: (TableName: string) => TransactWriteItem[], gives: Outcome, olderGives?: Outcome): Step {
  return {
    call: (db, TableName) => db.transactWriteItems({ TransactItems: items(TableName) }),
    gives,
    ...(olderGives && { olderGives }),
  }
}

const read = (items: (TableName: string) => TransactGetItem[], gives: Outcome, olderGives?: Outcome): Step => ({
  call: (db, TableName) => db.transactGetItems({ TransactItems: items(TableName) }),
  gives,
  ...(olderGives && { olderGives }),
})

const update = (
  TableName: string,
  UpdateExpression: string,
  values?: Item,
  Key = key('a', '1'),
): TransactWriteItem => ({
  Update: { TableName, Key, UpdateExpression, ...(values && { ExpressionAttributeValues: values }) },
})

const nothingNew = nowIs('new', '1')

export const transactionRefusals: Case[] = [
  {
    says: 'a transaction has one to a hundred actions, each of one kind',
    steps: [
      alone(
        () => [],
        invalid(
          `1 validation error detected: Value '[]' at 'transactItems' ${constraint} have length greater than or equal to 1`,
        ),
        invalid(`Value [] at 'transactItems' ${constraint} have length greater than or equal to 1`),
      ),
      alone(
        (TableName) => many(101).map((Item) => put(TableName, Item)),
        invalid(
          `1 validation error detected: Value '…' at 'transactItems' ${constraint} have length less than or equal to 100`,
        ),
        olderLimit,
      ),
      withPut(
        () => ({}),
        invalid('Invalid Request: TransactWriteRequest should contain Delete or Put or Update request'),
      ),
      withPut(
        (TableName) => ({ ...put(TableName, key('a', '1')), Delete: { TableName, Key: key('a', '2') } }),
        invalid('TransactItems can only contain one of Check, Put, Update or Delete'),
      ),
      nothingNew,
    ],
  },
  {
    says: 'a transaction has one action for an item, whatever it is',
    given: [key('a', '1')],
    steps: [
      withPut((TableName) => put(TableName, key('new', '1')), invalid(twice)),
      withPut((TableName) => ({ Delete: { TableName, Key: key('new', '1') } }), invalid(twice)),
      withPut((TableName) => update(TableName, 'SET x = :x', { ':x': n(1) }, key('new', '1')), invalid(twice)),
      withPut(
        (TableName) => ({
          ConditionCheck: { TableName, Key: key('new', '1'), ConditionExpression: 'attribute_not_exists(pk)' },
        }),
        invalid(twice),
        cancelled(none, olderCheckFailed()),
      ),
      nothingNew,
    ],
  },
  {
    says: 'a transaction has at most 4 MB',
    given: many(12).map(({ sk }) => large(sk?.S ?? '')),
    steps: [
      alone(
        (TableName) => many(12).map(({ sk }) => put(TableName, large(`new ${sk?.S}`))),
        invalid(tooLarge),
        olderLimit,
      ),
      alone(
        (TableName) => many(12).map(({ sk }) => update(TableName, 'SET y = :y', { ':y': n(1) }, key('a', sk?.S ?? ''))),
        invalid(tooLarge),
        olderLimit,
      ),
      read(
        (TableName) => many(12).map(({ sk }) => ({ Get: { TableName, Key: key('a', sk?.S ?? '') } })),
        invalid(tooLarge),
        olderLimit,
      ),
      nowIs('a', 'new 0'),
      nowIs('a', '0', large('0')),
    ],
  },
  {
    says: 'a request that cannot be understood is refused whole, before any action is tried',
    given: [key('a', '1')],
    steps: [
      withPut(
        (TableName) => ({ Delete: { TableName, Key: key('a', '1'), ConditionExpression: 'exists(pk)' } }),
        invalid('Invalid ConditionExpression: Invalid function name; function: exists'),
      ),
      withPut(
        (TableName) => update(TableName, 'SET x = :x'),
        invalid(
          'Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: :x',
        ),
      ),
      withPut(
        (TableName) => update(TableName, 'REMOVE x', { ':x': n(1) }),
        invalid('Value provided in ExpressionAttributeValues unused in expressions: keys: {:x}'),
      ),
      withPut(
        (TableName) => update(TableName, 'SET status = :x', { ':x': n(1) }),
        invalid('Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: status'),
      ),
      withPut(
        (TableName) => put(TableName, { ...key('a', '2'), x: s('x'.repeat(400 * 1024)) }),
        invalid('Item size has exceeded the maximum allowed size'),
      ),
      nothingNew,
    ],
  },
  {
    says: 'a table that is not there refuses the whole transaction',
    steps: [
      withPut(() => put('absent', key('a', '1')), noTable, olderNoTable),
      read(() => [{ Get: { TableName: 'absent', Key: key('a', '1') } }], noTable, olderNoTable),
      nothingNew,
    ],
  },
  {
    says: 'a key of the wrong form cancels the transaction',
    steps: [
      withPut(
        (TableName) => put(TableName, { pk: s('a') }),
        cancelled(none, validationError('One or more parameter values were invalid: Missing the key sk in the item')),
        invalid('One of the required keys was not given a value'),
      ),
      withPut(
        (TableName) => put(TableName, { pk: s('a'), sk: n(1) }),
        cancelled(
          none,
          validationError('One or more parameter values were invalid: Type mismatch for key sk expected: S actual: N'),
        ),
        cancelled(none, validationError('Type mismatch for attribute to update')),
      ),
      withPut(
        (TableName) => ({ Delete: { TableName, Key: { pk: s('a') } } }),
        cancelled(none, validationError('The provided key element does not match the schema')),
        invalid('The number of conditions on the keys is invalid'),
      ),
      withPut(
        (TableName) => put(TableName, { ...key('a', '1'), status: n(1) }),
        cancelled(
          none,
          validationError(
            'One or more parameter values were invalid: Type mismatch for Index Key status Expected: S Actual: N IndexName: by_status',
          ),
        ),
        cancelled(none, validationError('Type mismatch for Index Key')),
      ),
      nothingNew,
    ],
  },
  {
    says: 'an empty key refuses the whole transaction',
    steps: [
      withPut(
        (TableName) => put(TableName, key('a', '')),
        invalid(`One or more parameter values are not valid. ${emptyKey} Key: sk`),
        invalid(olderEmpty),
      ),
      withPut(
        (TableName) => put(TableName, { ...key('a', '1'), status: s('') }),
        invalid(
          `One or more parameter values are not valid. A value specified for a secondary index key is not supported. ${emptyKey} IndexName: by_status, IndexKey: status`,
        ),
        invalid(olderEmpty),
      ),
      nothingNew,
    ],
  },
  {
    says: 'an update that cannot be done cancels the transaction',
    given: [{ ...key('a', '1'), x: n(1), title: s('t') }],
    steps: [
      ['SET x = absent', 'The provided expression refers to an attribute that does not exist in the item'] as const,
      ['SET x = title - x', 'An operand in the update expression has an incorrect data type'] as const,
      ['REMOVE absent.y', 'The document path provided in the update expression is invalid for update'] as const,
    ]
      .map(([expression, message]) =>
        withPut(
          (TableName) => update(TableName, expression),
          cancelled(none, validationError(message)),
          invalid(message),
        ),
      )
      .concat(
        withPut(
          (TableName) => update(TableName, 'SET y = :y', { ':y': s('x'.repeat(400 * 1024)) }),
          cancelled(none, validationError('Item size to update has exceeded the maximum allowed size')),
        ),
        alone(
          (TableName) => [
            { ConditionCheck: { TableName, Key: key('a', '2'), ConditionExpression: 'attribute_exists(pk)' } },
            update(TableName, 'SET x = absent'),
          ],
          cancelled(
            conditionFailed(),
            validationError('The provided expression refers to an attribute that does not exist in the item'),
          ),
          invalid('The provided expression refers to an attribute that does not exist in the item'),
        ),
        nowIs('a', '1', { ...key('a', '1'), x: n(1), title: s('t') }),
        nothingNew,
      ),
  },
  {
    says: 'a read in a transaction is refused likewise',
    steps: [
      read(
        () => [],
        invalid(
          `1 validation error detected: Value '[]' at 'transactItems' ${constraint} have length greater than or equal to 1`,
        ),
        invalid("Value null at 'transactItems' failed to satisfy constraint: Member must not be null"),
      ),
      read(
        (TableName) => many(101).map((Key) => ({ Get: { TableName, Key } })),
        invalid(
          `1 validation error detected: Value '…' at 'transactItems' ${constraint} have length less than or equal to 100`,
        ),
        olderLimit,
      ),
      read(
        (TableName) => [
          { Get: { TableName, Key: key('a', '1') } },
          { Get: { TableName, Key: key('a', '1'), ProjectionExpression: 'x' } },
        ],
        invalid(twice),
      ),
      read(
        (TableName) => [{ Get: { TableName, Key: key('a', '1') } }, { Get: { TableName, Key: { pk: s('a') } } }],
        cancelled(none, validationError('The provided key element does not match the schema')),
        refused('TransactionCanceledException', 'The number of conditions on the keys is invalid'),
      ),
    ],
  },
]
