import {
  type Case,
  cancelledOutcome,
  conditionFailedReason,
  indexStep,
  itemKey,
  itemStep,
  knownDifferences,
  localCheckFailedReason,
  n,
  noReason,
  s,
  statusIndexAttributes,
} from './case.ts'
import { putAction, writeStep } from './transaction-step.ts'

export const transactionCases: Case[] = [
  {
    title: 'a transaction applies all of its actions and updates the indexes',
    given: [
      { ...itemKey('a', 'changed'), ...statusIndexAttributes('open', '1'), version: n(1) },
      { ...itemKey('a', 'deleted'), ...statusIndexAttributes('open', '2') },
      itemKey('a', 'checked'),
    ],
    steps: [
      writeStep(
        (TableName) => [
          { ConditionCheck: { TableName, Key: itemKey('a', 'checked'), ConditionExpression: 'attribute_exists(pk)' } },
          putAction(TableName, { ...itemKey('a', 'made'), ...statusIndexAttributes('open', '3') }),
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
    title: 'a cancelled transaction changes nothing and returns a reason for each action',
    given: [
      { ...itemKey('a', '1'), ...statusIndexAttributes('open', '1') },
      { ...itemKey('a', '2'), x: n(2) },
    ],
    steps: [
      writeStep(
        (TableName) => [
          putAction(TableName, { ...itemKey('a', 'new'), ...statusIndexAttributes('open', '2') }),
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
          conditionFailedReason(),
          conditionFailedReason({ ...itemKey('a', '2'), x: n(2) }),
          conditionFailedReason(),
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
    title: 'every kind of action returns the conflicting item if requested, or nothing if there is none',
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
          conditionFailedReason({ ...itemKey('a', '1'), x: n(1) }),
          conditionFailedReason({ ...itemKey('a', '2'), x: n(2) }),
          conditionFailedReason({ ...itemKey('a', '3'), x: n(3) }),
          conditionFailedReason(),
        ),
        {
          elsewhere: knownDifferences(
            'words',
            cancelledOutcome(
              conditionFailedReason({ ...itemKey('a', '1'), x: n(1) }),
              conditionFailedReason({ ...itemKey('a', '2'), x: n(2) }),
              localCheckFailedReason({ ...itemKey('a', '3'), x: n(3) }),
              conditionFailedReason(),
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
        cancelledOutcome(conditionFailedReason()),
        { elsewhere: knownDifferences('words', cancelledOutcome(localCheckFailedReason())) },
      ),
    ],
  },
  {
    title: 'a transaction returns items in the requested order',
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
