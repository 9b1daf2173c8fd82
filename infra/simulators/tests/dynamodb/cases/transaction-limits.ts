import {
  type Case,
  cancelledOutcome,
  type Item,
  invalidOutcome,
  itemKey,
  itemStep,
  knownDifferences,
  localCheckFailedReason,
  manyKeys,
  n,
  noReason,
  s,
} from './case.ts'
import { afterPutStep, nothingWasPutStep, putAction, readStep, updateAction, writeStep } from './transaction-step.ts'

const constraint = 'failed to satisfy constraint: Member must'
const olderLimit = knownDifferences('old', invalidOutcome('Member must have length less than or equal to 10'))
const localLimit = knownDifferences('words', invalidOutcome('Member must have length less than or equal to 100'))
const large = (sk: string): Item => ({ ...itemKey('a', sk), x: s('x'.repeat(380_000)) })
const twice = 'Transaction request cannot include multiple operations on one item'
const tooLarge = 'The aggregate size of the items in the transaction cannot exceed 4 MB'

export const transactionLimitCases: Case[] = [
  {
    title: 'a hundred actions fit into a transaction, and a hundred items into one read',
    steps: [
      writeStep((TableName) => manyKeys(100).map((Item) => putAction(TableName, Item)), {}, { elsewhere: olderLimit }),
      {
        call: async (db, TableName) => {
          const TransactItems = manyKeys(100).map((Key) => ({ Get: { TableName, Key } }))
          const { Responses } = await db.transactGetItems({ TransactItems })
          return { found: Responses?.map(({ Item }) => Item) }
        },
        gives: { found: manyKeys(100) },
        elsewhere: olderLimit,
      },
    ],
  },
  {
    title: 'a transaction has one to a hundred actions, each of one kind',
    steps: [
      writeStep(
        () => [],
        invalidOutcome(
          `1 validation error detected: Value '[]' at 'transactItems' ${constraint} have length greater than or equal to 1`,
        ),
        {
          elsewhere: knownDifferences(
            'words',
            invalidOutcome(`Value [] at 'transactItems' ${constraint} have length greater than or equal to 1`),
          ),
        },
      ),
      writeStep(
        (TableName) => manyKeys(101).map((Item) => putAction(TableName, Item)),
        invalidOutcome(
          `1 validation error detected: Value '…' at 'transactItems' ${constraint} have length less than or equal to 100`,
        ),
        { elsewhere: [...localLimit, ...olderLimit] },
      ),
      afterPutStep(
        () => ({}),
        invalidOutcome('Invalid Request: TransactWriteRequest should contain Delete or Put or Update request'),
      ),
      afterPutStep(
        (TableName) => ({ ...putAction(TableName, itemKey('a', '1')), Delete: { TableName, Key: itemKey('a', '2') } }),
        invalidOutcome('TransactItems can only contain one of Check, Put, Update or Delete'),
      ),
      nothingWasPutStep,
    ],
  },
  {
    title: 'a transaction has at most one action of any kind per item',
    given: [itemKey('a', '1')],
    steps: [
      afterPutStep((TableName) => putAction(TableName, itemKey('new', '1')), invalidOutcome(twice)),
      afterPutStep((TableName) => ({ Delete: { TableName, Key: itemKey('new', '1') } }), invalidOutcome(twice)),
      afterPutStep(
        (TableName) =>
          updateAction(TableName, 'SET x = :x', {
            ExpressionAttributeValues: { ':x': n(1) },
            Key: itemKey('new', '1'),
          }),
        invalidOutcome(twice),
      ),
      afterPutStep(
        (TableName) => ({
          ConditionCheck: { TableName, Key: itemKey('new', '1'), ConditionExpression: 'attribute_not_exists(pk)' },
        }),
        invalidOutcome(twice),
        knownDifferences('later', cancelledOutcome(noReason, localCheckFailedReason())),
      ),
      nothingWasPutStep,
    ],
  },
  {
    title: 'a transaction has at most 4 MB',
    given: manyKeys(12).map(({ sk }) => large(sk?.S ?? '')),
    steps: [
      writeStep(
        (TableName) => manyKeys(12).map(({ sk }) => putAction(TableName, large(`new ${sk?.S}`))),
        invalidOutcome(tooLarge),
        {
          elsewhere: [
            ...knownDifferences(
              'payload',
              invalidOutcome('Transaction payload size cannot exceed 4MB. Payload Size: 4560134'),
            ),
            ...olderLimit,
          ],
        },
      ),
      writeStep(
        (TableName) =>
          manyKeys(12).map(({ sk }) =>
            updateAction(TableName, 'SET y = :y', {
              ExpressionAttributeValues: { ':y': n(1) },
              Key: itemKey('a', sk?.S ?? ''),
            }),
          ),
        invalidOutcome(tooLarge),
        { elsewhere: [...knownDifferences('payload', {}), ...olderLimit] },
      ),
      readStep(
        (TableName) => manyKeys(12).map(({ sk }) => ({ Get: { TableName, Key: itemKey('a', sk?.S ?? '') } })),
        invalidOutcome(tooLarge),
        {
          elsewhere: [
            ...knownDifferences('payload', invalidOutcome('Payload in response is too large.4560170')),
            ...olderLimit,
          ],
        },
      ),
      itemStep('a', 'new 0'),
      {
        ...itemStep('a', '0', large('0')),
        elsewhere: knownDifferences('payload', { Item: { ...large('0'), y: n(1) } }),
      },
    ],
  },
  {
    title: 'the same limits apply to a read',
    steps: [
      readStep(
        () => [],
        invalidOutcome(
          `1 validation error detected: Value '[]' at 'transactItems' ${constraint} have length greater than or equal to 1`,
        ),
        {
          elsewhere: knownDifferences(
            'words',
            invalidOutcome(`Value null at 'transactItems' ${constraint} not be null`),
          ),
        },
      ),
      readStep(
        (TableName) => manyKeys(101).map((Key) => ({ Get: { TableName, Key } })),
        invalidOutcome(
          `1 validation error detected: Value '…' at 'transactItems' ${constraint} have length less than or equal to 100`,
        ),
        { elsewhere: [...localLimit, ...olderLimit] },
      ),
      readStep(
        (TableName) => [
          { Get: { TableName, Key: itemKey('a', '1') } },
          { Get: { TableName, Key: itemKey('a', '1'), ProjectionExpression: 'x' } },
        ],
        invalidOutcome(twice),
      ),
    ],
  },
]
