import {
  type Case,
  cancelled,
  conditionFailed,
  differs,
  invalid,
  key,
  n,
  none,
  noTable,
  noTableElsewhere,
  nowIs,
  olderEmpty,
  refused,
  s,
} from './case.ts'
import { nothingNew, put, read, update, withPut, written } from './transaction-step.ts'

const emptyKey = 'The AttributeValue for a key attribute cannot contain an empty string value.'

const validationError = (Message: string) => ({ Code: 'ValidationError', Message })

export const transactionRefusals: Case[] = [
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
        (TableName) => update(TableName, 'REMOVE x', { ExpressionAttributeValues: { ':x': n(1) } }),
        invalid('Value provided in ExpressionAttributeValues unused in expressions: keys: {:x}'),
      ),
      withPut(
        (TableName) => update(TableName, 'SET status = :x', { ExpressionAttributeValues: { ':x': n(1) } }),
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
      withPut(() => put('absent', key('a', '1')), noTable, noTableElsewhere),
      read(() => [{ Get: { TableName: 'absent', Key: key('a', '1') } }], noTable, { elsewhere: noTableElsewhere }),
      nothingNew,
    ],
  },
  {
    says: 'a key of the wrong form cancels the transaction',
    steps: [
      withPut(
        (TableName) => put(TableName, { pk: s('a') }),
        cancelled(none, validationError('One or more parameter values were invalid: Missing the key sk in the item')),
        differs('whole', invalid('One of the required keys was not given a value')),
      ),
      withPut(
        (TableName) => put(TableName, { pk: s('a'), sk: n(1) }),
        cancelled(
          none,
          validationError('One or more parameter values were invalid: Type mismatch for key sk expected: S actual: N'),
        ),
        [
          ...differs(
            'words',
            cancelled(none, validationError('One or more parameter values were invalid: Type mismatch for key')),
          ),
          ...differs('old', cancelled(none, validationError('Type mismatch for attribute to update'))),
        ],
      ),
      withPut(
        (TableName) => ({ Delete: { TableName, Key: { pk: s('a') } } }),
        cancelled(none, validationError('The provided key element does not match the schema')),
        differs('whole', invalid('The number of conditions on the keys is invalid')),
      ),
      withPut(
        (TableName) => put(TableName, { ...key('a', '1'), status: n(1) }),
        cancelled(
          none,
          validationError(
            'One or more parameter values were invalid: Type mismatch for Index Key status Expected: S Actual: N IndexName: by_status',
          ),
        ),
        [
          ...differs(
            'words',
            cancelled(none, validationError('One or more parameter values were invalid: Type mismatch for Index Key')),
          ),
          ...differs('old', cancelled(none, validationError('Type mismatch for Index Key'))),
        ],
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
        differs('old', olderEmpty),
      ),
      withPut(
        (TableName) => put(TableName, { ...key('a', '1'), status: s('') }),
        invalid(
          `One or more parameter values are not valid. A value specified for a secondary index key is not supported. ${emptyKey} IndexName: by_status, IndexKey: status`,
        ),
        differs('old', olderEmpty),
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
          differs('whole', invalid(message)),
        ),
      )
      .concat(
        withPut(
          (TableName) =>
            update(TableName, 'SET y = :y', { ExpressionAttributeValues: { ':y': s('x'.repeat(400 * 1024)) } }),
          cancelled(none, validationError('Item size to update has exceeded the maximum allowed size')),
          differs('whole', invalid('Item size to update has exceeded the maximum allowed size')),
        ),
        written(
          (TableName) => [
            { ConditionCheck: { TableName, Key: key('a', '2'), ConditionExpression: 'attribute_exists(pk)' } },
            update(TableName, 'SET x = absent'),
          ],
          cancelled(
            conditionFailed(),
            validationError('The provided expression refers to an attribute that does not exist in the item'),
          ),
          {
            elsewhere: differs(
              'whole',
              invalid('The provided expression refers to an attribute that does not exist in the item'),
            ),
          },
        ),
        nowIs('a', '1', { ...key('a', '1'), x: n(1), title: s('t') }),
        nothingNew,
      ),
  },
  {
    says: 'a key of the wrong form cancels a read likewise',
    steps: [
      read(
        (TableName) => [{ Get: { TableName, Key: key('a', '1') } }, { Get: { TableName, Key: { pk: s('a') } } }],
        cancelled(none, validationError('The provided key element does not match the schema')),
        {
          elsewhere: differs(
            'whole',
            refused('TransactionCanceledException', 'The number of conditions on the keys is invalid'),
          ),
        },
      ),
    ],
  },
]
