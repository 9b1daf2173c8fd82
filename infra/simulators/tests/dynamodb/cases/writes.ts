import {
  type Case,
  indexStep,
  invalidOutcome,
  itemKey,
  itemStep,
  knownDifferences,
  missingKeyDifferences,
  n,
  noTableDifferences,
  noTableOutcome,
  olderEmptyStringOutcome,
  refusalOutcome,
  s,
  statusIndexAttributes,
  wrongKeyDifferences,
} from './case.ts'

const failed = 'ConditionalCheckFailedException'
const request = 'The conditional request failed'

export const writeCases: Case[] = [
  {
    title: 'a put replaces the whole item and can return the old one',
    given: [{ ...itemKey('a', '1'), x: n(1) }],
    steps: [
      {
        call: (db, TableName) =>
          db.putItem({ TableName, Item: { ...itemKey('a', '1'), y: n(2) }, ReturnValues: 'ALL_OLD' }),
        gives: { Attributes: { ...itemKey('a', '1'), x: n(1) } },
      },
      itemStep('a', '1', { ...itemKey('a', '1'), y: n(2) }),
    ],
  },
  {
    title: 'a put that must not replace is rejected and returns the existing item',
    given: [{ ...itemKey('a', '1'), x: n(1) }],
    steps: [
      {
        call: (db, TableName) =>
          db.putItem({
            TableName,
            Item: itemKey('a', '1'),
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        gives: refusalOutcome(failed, request, { Item: { ...itemKey('a', '1'), x: n(1) } }),
        elsewhere: knownDifferences('old', refusalOutcome(failed, request)),
      },
      itemStep('a', '1', { ...itemKey('a', '1'), x: n(1) }),
    ],
  },
  {
    title: 'a rejected put returns nothing unless requested',
    given: [itemKey('a', '1')],
    steps: [
      {
        call: (db, TableName) =>
          db.putItem({ TableName, Item: itemKey('a', '1'), ConditionExpression: 'attribute_not_exists(pk)' }),
        gives: refusalOutcome(failed, request),
      },
    ],
  },
  {
    title: 'a rejected update or delete returns the item, or nothing if there is none',
    given: [{ ...itemKey('a', '1'), version: n(3) }],
    steps: [
      {
        call: (db, TableName) =>
          db.updateItem({
            TableName,
            Key: itemKey('a', '1'),
            UpdateExpression: 'SET version = version + :one',
            ConditionExpression: 'version = :seen',
            ExpressionAttributeValues: { ':one': n(1), ':seen': n(2) },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        gives: refusalOutcome(failed, request, { Item: { ...itemKey('a', '1'), version: n(3) } }),
        elsewhere: knownDifferences('old', refusalOutcome(failed, request)),
      },
      {
        call: (db, TableName) =>
          db.deleteItem({
            TableName,
            Key: itemKey('a', '1'),
            ConditionExpression: 'version = :seen',
            ExpressionAttributeValues: { ':seen': n(2) },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        gives: refusalOutcome(failed, request, { Item: { ...itemKey('a', '1'), version: n(3) } }),
        elsewhere: knownDifferences('old', refusalOutcome(failed, request)),
      },
      {
        call: (db, TableName) =>
          db.deleteItem({
            TableName,
            Key: itemKey('a', 'none'),
            ConditionExpression: 'attribute_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        gives: refusalOutcome(failed, request),
        elsewhere: knownDifferences('old', refusalOutcome(failed, `${request}.`)),
      },
      itemStep('a', '1', { ...itemKey('a', '1'), version: n(3) }),
    ],
  },
  {
    title: 'deleting an absent item succeeds, and a delete can return the old item',
    given: [{ ...itemKey('a', '1'), x: n(1) }],
    steps: [
      {
        call: (db, TableName) => db.deleteItem({ TableName, Key: itemKey('a', '1'), ReturnValues: 'ALL_OLD' }),
        gives: { Attributes: { ...itemKey('a', '1'), x: n(1) } },
      },
      {
        call: (db, TableName) => db.deleteItem({ TableName, Key: itemKey('a', '1'), ReturnValues: 'ALL_OLD' }),
        gives: {},
        elsewhere: knownDifferences('unasked', { ConsumedCapacity: { CapacityUnits: 1, TableName: 'T' } }),
      },
      itemStep('a', '1'),
    ],
  },
  {
    title: 'index entries are added, moved and removed with their item',
    steps: [
      {
        call: (db, TableName) =>
          db.putItem({
            TableName,
            Item: { ...itemKey('a', '1'), ...statusIndexAttributes('open', '2'), title: s('t'), x: n(1) },
          }),
        gives: {},
      },
      indexStep('open', { ...itemKey('a', '1'), ...statusIndexAttributes('open', '2'), title: s('t') }),
      {
        call: (db, TableName) =>
          db.updateItem({
            TableName,
            Key: itemKey('a', '1'),
            UpdateExpression: 'SET #s = :s REMOVE title',
            ExpressionAttributeNames: { '#s': 'status' },
            ExpressionAttributeValues: { ':s': s('done') },
          }),
        gives: {},
      },
      indexStep('open'),
      indexStep('done', { ...itemKey('a', '1'), ...statusIndexAttributes('done', '2') }),
      {
        call: (db, TableName) =>
          db.updateItem({
            TableName,
            Key: itemKey('a', '1'),
            UpdateExpression: 'REMOVE due',
          }),
        gives: {},
      },
      indexStep('done'),
      {
        call: (db, TableName) =>
          db.putItem({ TableName, Item: { ...itemKey('a', '1'), ...statusIndexAttributes('open', '3') } }),
        gives: {},
      },
      { call: (db, TableName) => db.deleteItem({ TableName, Key: itemKey('a', '1') }), gives: {} },
      indexStep('open'),
    ],
  },
  {
    title: 'a key must be complete, of the right type and not empty',
    steps: [
      {
        call: (db, TableName) => db.putItem({ TableName, Item: { pk: s('a') } }),
        gives: invalidOutcome('One or more parameter values were invalid: Missing the key sk in the item'),
        elsewhere: missingKeyDifferences,
      },
      {
        call: (db, TableName) => db.putItem({ TableName, Item: { pk: s('a'), sk: n(1) } }),
        gives: invalidOutcome(
          'One or more parameter values were invalid: Type mismatch for key sk expected: S actual: N',
        ),
        elsewhere: [
          ...knownDifferences(
            'words',
            invalidOutcome('One or more parameter values were invalid: Type mismatch for key'),
          ),
          ...knownDifferences('old', invalidOutcome('Type mismatch for attribute to update')),
        ],
      },
      {
        call: (db, TableName) => db.putItem({ TableName, Item: itemKey('a', '') }),
        gives: invalidOutcome(
          'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: sk',
        ),
        elsewhere: knownDifferences('old', olderEmptyStringOutcome),
      },
      {
        call: (db, TableName) => db.getItem({ TableName, Key: { pk: s('a') } }),
        gives: invalidOutcome('The provided key element does not match the schema'),
        elsewhere: wrongKeyDifferences,
      },
      {
        call: (db, TableName) => db.deleteItem({ TableName, Key: { ...itemKey('a', '1'), x: n(1) } }),
        gives: invalidOutcome('The provided key element does not match the schema'),
        elsewhere: wrongKeyDifferences,
      },
    ],
  },
  {
    title: 'an index key must be of the right type and not empty',
    given: [itemKey('a', '1')],
    steps: [
      {
        call: (db, TableName) => db.putItem({ TableName, Item: { ...itemKey('a', '1'), status: n(1) } }),
        gives: invalidOutcome(
          'One or more parameter values were invalid: Type mismatch for Index Key status Expected: S Actual: N IndexName: by_status',
        ),
        elsewhere: [
          ...knownDifferences(
            'words',
            invalidOutcome('One or more parameter values were invalid: Type mismatch for Index Key'),
          ),
          ...knownDifferences('old', invalidOutcome('Type mismatch for Index Key')),
        ],
      },
      {
        call: (db, TableName) => db.putItem({ TableName, Item: { ...itemKey('a', '1'), status: s('') } }),
        gives: invalidOutcome(
          'One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: by_status, IndexKey: status',
        ),
        elsewhere: knownDifferences('old', olderEmptyStringOutcome),
      },
      {
        call: (db, TableName) =>
          db.updateItem({
            TableName,
            Key: itemKey('a', '1'),
            UpdateExpression: 'SET #s = :s',
            ExpressionAttributeNames: { '#s': 'status' },
            ExpressionAttributeValues: { ':s': s('') },
          }),
        gives: invalidOutcome(
          'One or more parameter values are not valid. The update expression attempted to update a secondary index key to a value that is not supported. The AttributeValue for a key attribute cannot contain an empty string value.',
        ),
        elsewhere: knownDifferences(
          'old',
          invalidOutcome(
            'ExpressionAttributeValues contains invalid value: One or more parameter values were invalid: An AttributeValue may not contain an empty string for key :s',
          ),
        ),
      },
      itemStep('a', '1', itemKey('a', '1')),
    ],
  },
  {
    title: 'numbers have at most 38 digits, sets are not empty, and items have at most 400 KB',
    steps: [
      {
        call: (db, TableName) => db.putItem({ TableName, Item: { ...itemKey('a', '1'), x: { N: '1'.repeat(39) } } }),
        gives: invalidOutcome('Attempting to store more than 38 significant digits in a Number'),
        elsewhere: knownDifferences('words', invalidOutcome('DynamoDB only supports precision up to 38 digits')),
      },
      {
        call: (db, TableName) => db.putItem({ TableName, Item: { ...itemKey('a', '1'), x: { SS: [] } } }),
        gives: invalidOutcome('One or more parameter values were invalid: An string set  may not be empty'),
      },
      {
        call: (db, TableName) =>
          db.putItem({ TableName, Item: { ...itemKey('a', '1'), x: s('x'.repeat(400 * 1024)) } }),
        gives: invalidOutcome('Item size has exceeded the maximum allowed size'),
      },
      itemStep('a', '1'),
    ],
  },
  {
    title: 'a write to a missing table is rejected',
    steps: [
      {
        call: (db) => db.putItem({ TableName: 'absent', Item: itemKey('a', '1') }),
        gives: noTableOutcome,
        elsewhere: noTableDifferences,
      },
      {
        call: (db) => db.getItem({ TableName: 'absent', Key: itemKey('a', '1') }),
        gives: noTableOutcome,
        elsewhere: noTableDifferences,
      },
    ],
  },
]
