import {
  type Case,
  cancelled,
  conditionFailed,
  differs,
  indexIs,
  key,
  listed,
  localCheckFailed,
  n,
  none,
  nowIs,
  s,
} from './case.ts'
import { put, written } from './transaction-step.ts'

export const transactions: Case[] = [
  {
    says: 'a transaction does all of its actions, and the indexes follow',
    given: [
      { ...key('a', 'changed'), ...listed('open', '1'), version: n(1) },
      { ...key('a', 'deleted'), ...listed('open', '2') },
      key('a', 'checked'),
    ],
    steps: [
      written(
        (TableName) => [
          { ConditionCheck: { TableName, Key: key('a', 'checked'), ConditionExpression: 'attribute_exists(pk)' } },
          put(TableName, { ...key('a', 'made'), ...listed('open', '3') }),
          {
            Update: {
              TableName,
              Key: key('a', 'changed'),
              UpdateExpression: 'SET #s = :done, version = version + :one',
              ConditionExpression: 'version = :one',
              ExpressionAttributeNames: { '#s': 'status' },
              ExpressionAttributeValues: { ':done': s('done'), ':one': n(1) },
            },
          },
          { Delete: { TableName, Key: key('a', 'deleted') } },
        ],
        {},
      ),
      nowIs('a', 'checked', key('a', 'checked')),
      nowIs('a', 'deleted'),
      nowIs('a', 'changed', { ...key('a', 'changed'), ...listed('done', '1'), version: n(2) }),
      indexIs('open', { ...key('a', 'made'), ...listed('open', '3') }),
      indexIs('done', { ...key('a', 'changed'), ...listed('done', '1') }),
    ],
  },
  {
    says: 'a cancelled transaction does nothing, and has a reason for every action in its place',
    given: [
      { ...key('a', '1'), ...listed('open', '1') },
      { ...key('a', '2'), x: n(2) },
    ],
    steps: [
      written(
        (TableName) => [
          put(TableName, { ...key('a', 'new'), ...listed('open', '2') }),
          { Delete: { TableName, Key: key('a', '1'), ConditionExpression: 'attribute_not_exists(pk)' } },
          {
            Update: {
              TableName,
              Key: key('a', '2'),
              UpdateExpression: 'SET x = :x',
              ConditionExpression: 'x < :x',
              ExpressionAttributeValues: { ':x': n(1) },
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          { Put: { TableName, Item: key('a', '3'), ConditionExpression: 'attribute_exists(pk)' } },
        ],
        cancelled(none, conditionFailed(), conditionFailed({ ...key('a', '2'), x: n(2) }), conditionFailed()),
      ),
      nowIs('a', 'new'),
      nowIs('a', '1', { ...key('a', '1'), ...listed('open', '1') }),
      nowIs('a', '2', { ...key('a', '2'), x: n(2) }),
      nowIs('a', '3'),
      indexIs('open', { ...key('a', '1'), ...listed('open', '1') }),
    ],
  },
  {
    says: 'every kind of action hands back the item in its way if asked, and nothing if there is none',
    given: [
      { ...key('a', '1'), x: n(1) },
      { ...key('a', '2'), x: n(2) },
      { ...key('a', '3'), x: n(3) },
    ],
    steps: [
      written(
        (TableName) => [
          {
            Put: {
              TableName,
              Item: key('a', '1'),
              ConditionExpression: 'attribute_not_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          {
            Delete: {
              TableName,
              Key: key('a', '2'),
              ConditionExpression: 'attribute_not_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          {
            ConditionCheck: {
              TableName,
              Key: key('a', '3'),
              ConditionExpression: 'x > :x',
              ExpressionAttributeValues: { ':x': n(3) },
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          {
            Update: {
              TableName,
              Key: key('a', '4'),
              UpdateExpression: 'REMOVE x',
              ConditionExpression: 'attribute_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'NONE',
            },
          },
        ],
        cancelled(
          conditionFailed({ ...key('a', '1'), x: n(1) }),
          conditionFailed({ ...key('a', '2'), x: n(2) }),
          conditionFailed({ ...key('a', '3'), x: n(3) }),
          conditionFailed(),
        ),
        {
          elsewhere: differs(
            'words',
            cancelled(
              conditionFailed({ ...key('a', '1'), x: n(1) }),
              conditionFailed({ ...key('a', '2'), x: n(2) }),
              localCheckFailed({ ...key('a', '3'), x: n(3) }),
              conditionFailed(),
            ),
          ),
        },
      ),
      written(
        (TableName) => [
          {
            ConditionCheck: {
              TableName,
              Key: key('a', '4'),
              ConditionExpression: 'attribute_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
        ],
        cancelled(conditionFailed()),
        { elsewhere: differs('words', cancelled(localCheckFailed())) },
      ),
    ],
  },
  {
    says: 'a transaction reads its items in the order of asking',
    given: [{ ...key('a', '1'), x: n(1), y: n(1) }, key('a', '2')],
    steps: [
      {
        call: (db, TableName) =>
          db.transactGetItems({
            TransactItems: [
              { Get: { TableName, Key: key('a', '2') } },
              { Get: { TableName, Key: key('a', 'none') } },
              {
                Get: {
                  TableName,
                  Key: key('a', '1'),
                  ProjectionExpression: '#x',
                  ExpressionAttributeNames: { '#x': 'x' },
                },
              },
            ],
          }),
        gives: { Responses: [{ Item: key('a', '2') }, {}, { Item: { x: n(1) } }] },
      },
    ],
  },
]
