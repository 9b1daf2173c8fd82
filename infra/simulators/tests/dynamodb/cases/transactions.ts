import {
  type Case,
  cancelledOutcome,
  conditionFailed,
  indexStep,
  itemKey,
  itemStep,
  knownDifference,
  localCheckFailed,
  n,
  noReason,
  s,
  statusIndexAttributes,
} from './case.ts'
import { put, writeStep } from './transaction-step.ts'

export const transactions: Case[] = [
  {
    says: 'a transaction does all of its actions, and the indexes follow',
    given: [
      { ...itemKey('a', 'changed'), ...statusIndexAttributes('open', '1'), version: n(1) },
      { ...itemKey('a', 'deleted'), ...statusIndexAttributes('open', '2') },
      itemKey('a', 'checked'),
    ],
    steps: [
      writeStep(
        (TableName) => [
          { ConditionCheck: { TableName, Key: itemKey('a', 'checked'), ConditionExpression: 'attribute_exists(pk)' } },
          put(TableName, { ...itemKey('a', 'made'), ...statusIndexAttributes('open', '3') }),
          {
            Update: {
              TableName,
              Key: itemKey('a', 'changed'),
              UpdateExpression: 'SET #s = :done, version = version + :one',
              ConditionExpression: 'version = :one',
              ExpressionAttributeNames: { '#s': 'status' },
              ExpressionAttributeValues: { ':done': s('done'), ':one': n(1) },
            },
          },
          { Delete: { TableName, Key: itemKey('a', 'deleted') } },
        ],
        {},
      ),
      itemStep('a', 'checked', itemKey('a', 'checked')),
      itemStep('a', 'deleted'),
      itemStep('a', 'changed', { ...itemKey('a', 'changed'), ...statusIndexAttributes('done', '1'), version: n(2) }),
      indexStep('open', { ...itemKey('a', 'made'), ...statusIndexAttributes('open', '3') }),
      indexStep('done', { ...itemKey('a', 'changed'), ...statusIndexAttributes('done', '1') }),
    ],
  },
  {
    says: 'a cancelled transaction does nothing, and has a reason for every action in its place',
    given: [
      { ...itemKey('a', '1'), ...statusIndexAttributes('open', '1') },
      { ...itemKey('a', '2'), x: n(2) },
    ],
    steps: [
      writeStep(
        (TableName) => [
          put(TableName, { ...itemKey('a', 'new'), ...statusIndexAttributes('open', '2') }),
          { Delete: { TableName, Key: itemKey('a', '1'), ConditionExpression: 'attribute_not_exists(pk)' } },
          {
            Update: {
              TableName,
              Key: itemKey('a', '2'),
              UpdateExpression: 'SET x = :x',
              ConditionExpression: 'x < :x',
              ExpressionAttributeValues: { ':x': n(1) },
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          { Put: { TableName, Item: itemKey('a', '3'), ConditionExpression: 'attribute_exists(pk)' } },
        ],
        cancelledOutcome(
          noReason,
          conditionFailed(),
          conditionFailed({ ...itemKey('a', '2'), x: n(2) }),
          conditionFailed(),
        ),
      ),
      itemStep('a', 'new'),
      itemStep('a', '1', { ...itemKey('a', '1'), ...statusIndexAttributes('open', '1') }),
      itemStep('a', '2', { ...itemKey('a', '2'), x: n(2) }),
      itemStep('a', '3'),
      indexStep('open', { ...itemKey('a', '1'), ...statusIndexAttributes('open', '1') }),
    ],
  },
  {
    says: 'every kind of action hands back the item in its way if asked, and nothing if there is none',
    given: [
      { ...itemKey('a', '1'), x: n(1) },
      { ...itemKey('a', '2'), x: n(2) },
      { ...itemKey('a', '3'), x: n(3) },
    ],
    steps: [
      writeStep(
        (TableName) => [
          {
            Put: {
              TableName,
              Item: itemKey('a', '1'),
              ConditionExpression: 'attribute_not_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          {
            Delete: {
              TableName,
              Key: itemKey('a', '2'),
              ConditionExpression: 'attribute_not_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          {
            ConditionCheck: {
              TableName,
              Key: itemKey('a', '3'),
              ConditionExpression: 'x > :x',
              ExpressionAttributeValues: { ':x': n(3) },
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          {
            Update: {
              TableName,
              Key: itemKey('a', '4'),
              UpdateExpression: 'REMOVE x',
              ConditionExpression: 'attribute_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'NONE',
            },
          },
        ],
        cancelledOutcome(
          conditionFailed({ ...itemKey('a', '1'), x: n(1) }),
          conditionFailed({ ...itemKey('a', '2'), x: n(2) }),
          conditionFailed({ ...itemKey('a', '3'), x: n(3) }),
          conditionFailed(),
        ),
        {
          elsewhere: knownDifference(
            'words',
            cancelledOutcome(
              conditionFailed({ ...itemKey('a', '1'), x: n(1) }),
              conditionFailed({ ...itemKey('a', '2'), x: n(2) }),
              localCheckFailed({ ...itemKey('a', '3'), x: n(3) }),
              conditionFailed(),
            ),
          ),
        },
      ),
      writeStep(
        (TableName) => [
          {
            ConditionCheck: {
              TableName,
              Key: itemKey('a', '4'),
              ConditionExpression: 'attribute_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
        ],
        cancelledOutcome(conditionFailed()),
        { elsewhere: knownDifference('words', cancelledOutcome(localCheckFailed())) },
      ),
    ],
  },
  {
    says: 'a transaction reads its items in the order of asking',
    given: [{ ...itemKey('a', '1'), x: n(1), y: n(1) }, itemKey('a', '2')],
    steps: [
      {
        call: (db, TableName) =>
          db.transactGetItems({
            TransactItems: [
              { Get: { TableName, Key: itemKey('a', '2') } },
              { Get: { TableName, Key: itemKey('a', 'none') } },
              {
                Get: {
                  TableName,
                  Key: itemKey('a', '1'),
                  ProjectionExpression: '#x',
                  ExpressionAttributeNames: { '#x': 'x' },
                },
              },
            ],
          }),
        gives: { Responses: [{ Item: itemKey('a', '2') }, {}, { Item: { x: n(1) } }] },
      },
    ],
  },
]
