import {
  type Case,
  cancelledOutcome,
  conditionFailed,
  invalidOutcome,
  itemKey,
  itemStep,
  knownDifference,
  n,
  noReason,
  noTableElsewhere,
  noTableOutcome,
  olderEmptyStringOutcome,
  refusalOutcome,
  s,
} from './case.ts'
import { afterPutStep, nothingWasPut, put, read, update, writeStep } from './transaction-step.ts'

const emptyKey = 'The AttributeValue for a key attribute cannot contain an empty string value.'

const validationError = (Message: string) => ({ Code: 'ValidationError', Message })

export const transactionRefusals: Case[] = [
  {
    says: 'a request that cannot be understood is refused whole, before any action is tried',
    given: [itemKey('a', '1')],
    steps: [
      afterPutStep(
        (TableName) => ({ Delete: { TableName, Key: itemKey('a', '1'), ConditionExpression: 'exists(pk)' } }),
        invalidOutcome('Invalid ConditionExpression: Invalid function name; function: exists'),
      ),
      afterPutStep(
        (TableName) => update(TableName, 'SET x = :x'),
        invalidOutcome(
          'Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: :x',
        ),
      ),
      afterPutStep(
        (TableName) => update(TableName, 'REMOVE x', { ExpressionAttributeValues: { ':x': n(1) } }),
        invalidOutcome('Value provided in ExpressionAttributeValues unused in expressions: keys: {:x}'),
      ),
      afterPutStep(
        (TableName) => update(TableName, 'SET status = :x', { ExpressionAttributeValues: { ':x': n(1) } }),
        invalidOutcome('Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: status'),
      ),
      afterPutStep(
        (TableName) => put(TableName, { ...itemKey('a', '2'), x: s('x'.repeat(400 * 1024)) }),
        invalidOutcome('Item size has exceeded the maximum allowed size'),
      ),
      nothingWasPut,
    ],
  },
  {
    says: 'a table that is not there refuses the whole transaction',
    steps: [
      afterPutStep(() => put('absent', itemKey('a', '1')), noTableOutcome, noTableElsewhere),
      read(() => [{ Get: { TableName: 'absent', Key: itemKey('a', '1') } }], noTableOutcome, {
        elsewhere: noTableElsewhere,
      }),
      nothingWasPut,
    ],
  },
  {
    says: 'a key of the wrong form cancels the transaction',
    steps: [
      afterPutStep(
        (TableName) => put(TableName, { pk: s('a') }),
        cancelledOutcome(
          noReason,
          validationError('One or more parameter values were invalid: Missing the key sk in the item'),
        ),
        knownDifference('whole', invalidOutcome('One of the required keys was not given a value')),
      ),
      afterPutStep(
        (TableName) => put(TableName, { pk: s('a'), sk: n(1) }),
        cancelledOutcome(
          noReason,
          validationError('One or more parameter values were invalid: Type mismatch for key sk expected: S actual: N'),
        ),
        [
          ...knownDifference(
            'words',
            cancelledOutcome(
              noReason,
              validationError('One or more parameter values were invalid: Type mismatch for key'),
            ),
          ),
          ...knownDifference(
            'old',
            cancelledOutcome(noReason, validationError('Type mismatch for attribute to update')),
          ),
        ],
      ),
      afterPutStep(
        (TableName) => ({ Delete: { TableName, Key: { pk: s('a') } } }),
        cancelledOutcome(noReason, validationError('The provided key element does not match the schema')),
        knownDifference('whole', invalidOutcome('The number of conditions on the keys is invalid')),
      ),
      afterPutStep(
        (TableName) => put(TableName, { ...itemKey('a', '1'), status: n(1) }),
        cancelledOutcome(
          noReason,
          validationError(
            'One or more parameter values were invalid: Type mismatch for Index Key status Expected: S Actual: N IndexName: by_status',
          ),
        ),
        [
          ...knownDifference(
            'words',
            cancelledOutcome(
              noReason,
              validationError('One or more parameter values were invalid: Type mismatch for Index Key'),
            ),
          ),
          ...knownDifference('old', cancelledOutcome(noReason, validationError('Type mismatch for Index Key'))),
        ],
      ),
      nothingWasPut,
    ],
  },
  {
    says: 'an empty key refuses the whole transaction',
    steps: [
      afterPutStep(
        (TableName) => put(TableName, itemKey('a', '')),
        invalidOutcome(`One or more parameter values are not valid. ${emptyKey} Key: sk`),
        knownDifference('old', olderEmptyStringOutcome),
      ),
      afterPutStep(
        (TableName) => put(TableName, { ...itemKey('a', '1'), status: s('') }),
        invalidOutcome(
          `One or more parameter values are not valid. A value specified for a secondary index key is not supported. ${emptyKey} IndexName: by_status, IndexKey: status`,
        ),
        knownDifference('old', olderEmptyStringOutcome),
      ),
      nothingWasPut,
    ],
  },
  {
    says: 'an update that cannot be done cancels the transaction',
    given: [{ ...itemKey('a', '1'), x: n(1), title: s('t') }],
    steps: [
      ['SET x = absent', 'The provided expression refers to an attribute that does not exist in the item'] as const,
      ['SET x = title - x', 'An operand in the update expression has an incorrect data type'] as const,
      ['REMOVE absent.y', 'The document path provided in the update expression is invalid for update'] as const,
    ]
      .map(([expression, message]) =>
        afterPutStep(
          (TableName) => update(TableName, expression),
          cancelledOutcome(noReason, validationError(message)),
          knownDifference('whole', invalidOutcome(message)),
        ),
      )
      .concat(
        afterPutStep(
          (TableName) =>
            update(TableName, 'SET y = :y', { ExpressionAttributeValues: { ':y': s('x'.repeat(400 * 1024)) } }),
          cancelledOutcome(noReason, validationError('Item size to update has exceeded the maximum allowed size')),
          knownDifference('whole', invalidOutcome('Item size to update has exceeded the maximum allowed size')),
        ),
        writeStep(
          (TableName) => [
            { ConditionCheck: { TableName, Key: itemKey('a', '2'), ConditionExpression: 'attribute_exists(pk)' } },
            update(TableName, 'SET x = absent'),
          ],
          cancelledOutcome(
            conditionFailed(),
            validationError('The provided expression refers to an attribute that does not exist in the item'),
          ),
          {
            elsewhere: knownDifference(
              'whole',
              invalidOutcome('The provided expression refers to an attribute that does not exist in the item'),
            ),
          },
        ),
        itemStep('a', '1', { ...itemKey('a', '1'), x: n(1), title: s('t') }),
        nothingWasPut,
      ),
  },
  {
    says: 'a key of the wrong form cancels a read likewise',
    steps: [
      read(
        (TableName) => [{ Get: { TableName, Key: itemKey('a', '1') } }, { Get: { TableName, Key: { pk: s('a') } } }],
        cancelledOutcome(noReason, validationError('The provided key element does not match the schema')),
        {
          elsewhere: knownDifference(
            'whole',
            refusalOutcome('TransactionCanceledException', 'The number of conditions on the keys is invalid'),
          ),
        },
      ),
    ],
  },
]
