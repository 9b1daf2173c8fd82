import type { QueryCommandInput } from '@aws-sdk/client-dynamodb'
import {
  type Case,
  type Difference,
  type Item,
  invalidOutcome,
  itemKey,
  knownDifferences,
  type Outcome,
  olderEmptyStringOutcome,
  type Step,
  s,
} from './case.ts'

const emptyKey = 'The AttributeValue for a key attribute cannot contain an empty string value.'
const empty = (name: string) => invalidOutcome(`One or more parameter values are not valid. ${emptyKey} Key: ${name}`)
const emptyInIndex = (name: string) =>
  invalidOutcome(
    `One or more parameter values are not valid. A value specified for a secondary index key is not supported. ${emptyKey} IndexName: by_status, IndexKey: ${name}`,
  )
const longPartition = invalidOutcome(
  'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
)
const longSort = invalidOutcome(
  'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes',
)
const nothing = { Items: [], Count: 0, ScannedCount: 0 }

const queryStep = (
  ask: Omit<QueryCommandInput, 'TableName'>,
  gives: Outcome,
  elsewhere: readonly Difference[] = [],
): Step => ({
  call: (db, TableName) => db.query({ TableName, ...ask }),
  gives,
  elsewhere,
})

/** Returns the refusal of an empty value in an expression by DynamoDB before May 2020. */
const olderValue = (name: string) =>
  knownDifferences(
    'old',
    invalidOutcome(
      `ExpressionAttributeValues contains invalid value: ${olderEmptyStringOutcome.message} for key ${name}`,
    ),
  )
const older = knownDifferences('old', olderEmptyStringOutcome)
const where = (condition: string, values: Item): Omit<QueryCommandInput, 'TableName'> => ({
  KeyConditionExpression: condition,
  ExpressionAttributeValues: values,
})
const inIndex = (condition: string, values: Item): Omit<QueryCommandInput, 'TableName'> => ({
  ...where(condition, values),
  IndexName: 'by_status',
  ExpressionAttributeNames: { '#s': 'status' },
})

export const keyConditionCases: Case[] = [
  {
    title: 'an empty key in a read is rejected',
    given: [itemKey('a', '1')],
    steps: [
      queryStep(where('pk = :p', { ':p': s('') }), empty('pk'), olderValue(':p')),
      queryStep(where('pk = :p AND sk > :s', { ':p': s('a'), ':s': s('') }), empty('sk'), olderValue(':s')),
      queryStep(where('pk = :p AND begins_with(sk, :s)', { ':p': s('a'), ':s': s('') }), empty('sk'), olderValue(':s')),
      queryStep(
        where('pk = :p AND sk BETWEEN :s AND :t', { ':p': s('a'), ':s': s(''), ':t': s('z') }),
        empty('sk'),
        olderValue(':s'),
      ),
      queryStep(inIndex('#s = :p', { ':p': s('') }), emptyInIndex('status'), olderValue(':p')),
      queryStep(
        inIndex('#s = :p AND due = :d', { ':p': s('open'), ':d': s('') }),
        emptyInIndex('due'),
        olderValue(':d'),
      ),
      queryStep(
        { ...where('pk = :p', { ':p': s('a') }), ExclusiveStartKey: itemKey('a', '') },
        invalidOutcome(`The provided starting key is invalid: ${empty('sk').message}`),
        older,
      ),
      {
        call: (db, TableName) => db.getItem({ TableName, Key: itemKey('', '1') }),
        gives: empty('pk'),
        elsewhere: older,
      },
      {
        call: (db, TableName) => db.updateItem({ TableName, Key: itemKey('a', '') }),
        gives: empty('sk'),
        elsewhere: older,
      },
      {
        call: (db, TableName) => db.deleteItem({ TableName, Key: itemKey('a', '') }),
        gives: empty('sk'),
        elsewhere: older,
      },
      {
        call: (db, TableName) => db.batchGetItem({ RequestItems: { [TableName]: { Keys: [itemKey('a', '')] } } }),
        gives: empty('sk'),
        elsewhere: older,
      },
      {
        call: (db, TableName) =>
          db.transactGetItems({ TransactItems: [{ Get: { TableName, Key: itemKey('a', '') } }] }),
        gives: empty('sk'),
        elsewhere: older,
      },
    ],
  },
  {
    title: 'a key in a query is rejected if it is too long',
    steps: [
      queryStep(where('pk = :p', { ':p': s('漢'.repeat(682)) }), nothing),
      queryStep(
        where('pk = :p', { ':p': s('漢'.repeat(683)) }),
        longPartition,
        knownDifferences('unfindable', nothing),
      ),
      queryStep(where('pk = :p AND sk = :s', { ':p': s('a'), ':s': s('漢'.repeat(341)) }), nothing),
      queryStep(where('pk = :p AND sk = :s', { ':p': s('a'), ':s': s('漢'.repeat(342)) }), longSort),
      queryStep(where('pk = :p AND begins_with(sk, :s)', { ':p': s('a'), ':s': s('漢'.repeat(342)) }), longSort),
      queryStep(
        inIndex('#s = :p', { ':p': s('漢'.repeat(683)) }),
        longPartition,
        knownDifferences('unfindable', nothing),
      ),
      queryStep(inIndex('#s = :p AND due <= :d', { ':p': s('open'), ':d': s('漢'.repeat(342)) }), longSort),
    ],
  },
]
