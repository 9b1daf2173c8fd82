import {
  type Case,
  cancelledOutcome,
  conditionFailedReason,
  invalidOutcome,
  itemKey,
  itemStep,
  knownDifferences,
  n,
  noReason,
  noTableDifferences,
  noTableOutcome,
  olderEmptyStringOutcome,
  refusalOutcome,
  s,
} from './case.ts'
import { afterPutStep, nothingWasPutStep, putAction, readStep, updateAction, writeStep } from './transaction-step.ts'

const emptyKey = 'The AttributeValue for a key attribute cannot contain an empty string value.'

const validationError = (Message: string) => ({ Code: 'ValidationError', Message })

export const transactionRefusalCases: Case[] = [
  {
    title: 'a malformed request is rejected before any action is attempted',
    given: [itemKey('a', '1')],
    steps: [
      afterPutStep(
        (TableName) => ({ Delete: { TableName, Key: itemKey('a', '1'), ConditionExpression: 'exists(pk)' } }),
        invalidOutcome('Invalid ConditionExpression: Invalid function name; function: exists'),
      ),
      afterPutStep(
        (TableName) => updateAction(TableName, 'SET x = :x'),
        invalidOutcome(
          'Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: :x',
        ),
      ),
      afterPutStep(
        (TableName) => updateAction(TableName, 'REMOVE x', { ExpressionAttributeValues: { ':x': n(1) } }),
        invalidOutcome('Value provided in ExpressionAttributeValues unused in expressions: keys: {:x}'),
      ),
      afterPutStep(
        (TableName) => updateAction(TableName, 'SET status = :x', { ExpressionAttributeValues: { ':x': n(1) } }),
        invalidOutcome('Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: status'),
      ),
      afterPutStep(
        (TableName) => putAction(TableName, { ...itemKey('a', '2'), x: s('x'.repeat(400 * 1024)) }),
        invalidOutcome('Item size has exceeded the maximum allowed size'),
      ),
      nothingWasPutStep,
    ],
  },
  {
    title: 'a missing table rejects the whole transaction',
    steps: [
      afterPutStep(() => putAction('absent', itemKey('a', '1')), noTableOutcome, noTableDifferences),
      readStep(() => [{ Get: { TableName: 'absent', Key: itemKey('a', '1') } }], noTableOutcome, {
        elsewhere: noTableDifferences,
      }),
      nothingWasPutStep,
    ],
  },
  {
    title: 'an invalid key cancels the transaction',
    steps: [
      afterPutStep(
        (TableName) => putAction(TableName, { pk: s('a') }),
        cancelledOutcome(
          noReason,
          validationError('One or more parameter values were invalid: Missing the key sk in the item'),
        ),
        knownDifferences('whole', invalidOutcome('One of the required keys was not given a value')),
      ),
      afterPutStep(
        (TableName) => putAction(TableName, { pk: s('a'), sk: n(1) }),
        cancelledOutcome(
          noReason,
          validationError('One or more parameter values were invalid: Type mismatch for key sk expected: S actual: N'),
        ),
        [
          ...knownDifferences(
            'words',
            cancelledOutcome(
              noReason,
              validationError('One or more parameter values were invalid: Type mismatch for key'),
            ),
          ),
          ...knownDifferences(
            'old',
            cancelledOutcome(noReason, validationError('Type mismatch for attribute to update')),
          ),
        ],
      ),
      afterPutStep(
        (TableName) => ({ Delete: { TableName, Key: { pk: s('a') } } }),
        cancelledOutcome(noReason, validationError('The provided key element does not match the schema')),
        knownDifferences('whole', invalidOutcome('The number of conditions on the keys is invalid')),
      ),
      afterPutStep(
        (TableName) => putAction(TableName, { ...itemKey('a', '1'), status: n(1) }),
        cancelledOutcome(
          noReason,
          validationError(
            'One or more parameter values were invalid: Type mismatch for Index Key status Expected: S Actual: N IndexName: by_status',
          ),
        ),
        [
          ...knownDifferences(
            'words',
            cancelledOutcome(
              noReason,
              validationError('One or more parameter values were invalid: Type mismatch for Index Key'),
            ),
          ),
          ...knownDifferences('old', cancelledOutcome(noReason, validationError('Type mismatch for Index Key'))),
        ],
      ),
      nothingWasPutStep,
    ],
  },
  {
    title: 'an empty key rejects the whole transaction',
    steps: [
      afterPutStep(
        (TableName) => putAction(TableName, itemKey('a', '')),
        invalidOutcome(`One or more parameter values are not valid. ${emptyKey} Key: sk`),
        knownDifferences('old', olderEmptyStringOutcome),
      ),
      afterPutStep(
        (TableName) => putAction(TableName, { ...itemKey('a', '1'), status: s('') }),
        invalidOutcome(
          `One or more parameter values are not valid. A value specified for a secondary index key is not supported. ${emptyKey} IndexName: by_status, IndexKey: status`,
        ),
        knownDifferences('old', olderEmptyStringOutcome),
      ),
      nothingWasPutStep,
    ],
  },
  {
    title: 'an impossible update cancels the transaction',
    given: [{ ...itemKey('a', '1'), x: n(1), title: s('t') }],
    steps: [
      ['SET x = absent', 'The provided expression refers to an attribute that does not exist in the item'] as const,
      ['SET x = title - x', 'An operand in the update expression has an incorrect data type'] as const,
      ['REMOVE absent.y', 'The document path provided in the update expression is invalid for update'] as const,
    ]
      .map(([expression, message]) =>
        afterPutStep(
          (TableName) => updateAction(TableName, expression),
          cancelledOutcome(noReason, validationError(message)),
          knownDifferences('whole', invalidOutcome(message)),
        ),
      )
      .concat(
        afterPutStep(
          (TableName) =>
            updateAction(TableName, 'SET y = :y', { ExpressionAttributeValues: { ':y': s('x'.repeat(400 * 1024)) } }),
          cancelledOutcome(noReason, validationError('Item size to update has exceeded the maximum allowed size')),
          knownDifferences('whole', invalidOutcome('Item size to update has exceeded the maximum allowed size')),
        ),
        writeStep(
          (TableName) => [
            { ConditionCheck: { TableName, Key: itemKey('a', '2'), ConditionExpression: 'attribute_exists(pk)' } },
            updateAction(TableName, 'SET x = absent'),
          ],
          cancelledOutcome(
            conditionFailedReason(),
            validationError('The provided expression refers to an attribute that does not exist in the item'),
          ),
          {
            elsewhere: knownDifferences(
              'whole',
              invalidOutcome('The provided expression refers to an attribute that does not exist in the item'),
            ),
          },
        ),
        itemStep('a', '1', { ...itemKey('a', '1'), x: n(1), title: s('t') }),
        nothingWasPutStep,
      ),
  },
  {
    title: 'an invalid key also cancels a transactional read',
    steps: [
      readStep(
        (TableName) => [{ Get: { TableName, Key: itemKey('a', '1') } }, { Get: { TableName, Key: { pk: s('a') } } }],
        cancelledOutcome(noReason, validationError('The provided key element does not match the schema')),
        {
          elsewhere: knownDifferences(
            'whole',
            refusalOutcome('TransactionCanceledException', 'The number of conditions on the keys is invalid'),
          ),
        },
      ),
    ],
  },
]
