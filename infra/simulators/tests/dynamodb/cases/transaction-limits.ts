import {
  type Case,
  cancelled,
  differs,
  type Item,
  invalid,
  key,
  localCheckFailed,
  many,
  n,
  none,
  nowIs,
  s,
} from './case.ts'
import { nothingNew, put, read, update, withPut, written } from './transaction-step.ts'

const constraint = 'failed to satisfy constraint: Member must'
const olderLimit = differs('old', invalid('Member must have length less than or equal to 10'))
const localLimit = differs('words', invalid('Member must have length less than or equal to 100'))
const large = (sk: string): Item => ({ ...key('a', sk), x: s('x'.repeat(380_000)) })
const twice = 'Transaction request cannot include multiple operations on one item'
const tooLarge = 'The aggregate size of the items in the transaction cannot exceed 4 MB'

export const transactionLimits: Case[] = [
  {
    says: 'a hundred actions fit into a transaction, and a hundred items into one read',
    steps: [
      written((TableName) => many(100).map((Item) => put(TableName, Item)), {}, { elsewhere: olderLimit }),
      {
        call: async (db, TableName) => {
          const TransactItems = many(100).map((Key) => ({ Get: { TableName, Key } }))
          const { Responses } = await db.transactGetItems({ TransactItems })
          return { found: Responses?.map(({ Item }) => Item) }
        },
        gives: { found: many(100) },
        elsewhere: olderLimit,
      },
    ],
  },
  {
    says: 'a transaction has one to a hundred actions, each of one kind',
    steps: [
      written(
        () => [],
        invalid(
          `1 validation error detected: Value '[]' at 'transactItems' ${constraint} have length greater than or equal to 1`,
        ),
        {
          elsewhere: differs(
            'words',
            invalid(`Value [] at 'transactItems' ${constraint} have length greater than or equal to 1`),
          ),
        },
      ),
      written(
        (TableName) => many(101).map((Item) => put(TableName, Item)),
        invalid(
          `1 validation error detected: Value '…' at 'transactItems' ${constraint} have length less than or equal to 100`,
        ),
        { elsewhere: [...localLimit, ...olderLimit] },
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
      withPut(
        (TableName) =>
          update(TableName, 'SET x = :x', { ExpressionAttributeValues: { ':x': n(1) }, Key: key('new', '1') }),
        invalid(twice),
      ),
      withPut(
        (TableName) => ({
          ConditionCheck: { TableName, Key: key('new', '1'), ConditionExpression: 'attribute_not_exists(pk)' },
        }),
        invalid(twice),
        differs('later', cancelled(none, localCheckFailed())),
      ),
      nothingNew,
    ],
  },
  {
    says: 'a transaction has at most 4 MB',
    given: many(12).map(({ sk }) => large(sk?.S ?? '')),
    steps: [
      written((TableName) => many(12).map(({ sk }) => put(TableName, large(`new ${sk?.S}`))), invalid(tooLarge), {
        elsewhere: [
          ...differs('payload', invalid('Transaction payload size cannot exceed 4MB. Payload Size: 4560134')),
          ...olderLimit,
        ],
      }),
      written(
        (TableName) =>
          many(12).map(({ sk }) =>
            update(TableName, 'SET y = :y', { ExpressionAttributeValues: { ':y': n(1) }, Key: key('a', sk?.S ?? '') }),
          ),
        invalid(tooLarge),
        { elsewhere: [...differs('payload', {}), ...olderLimit] },
      ),
      read(
        (TableName) => many(12).map(({ sk }) => ({ Get: { TableName, Key: key('a', sk?.S ?? '') } })),
        invalid(tooLarge),
        {
          elsewhere: [...differs('payload', invalid('Payload in response is too large.4560170')), ...olderLimit],
        },
      ),
      nowIs('a', 'new 0'),
      {
        ...nowIs('a', '0', large('0')),
        elsewhere: differs('payload', { Item: { ...large('0'), y: n(1) } }),
      },
    ],
  },
  {
    says: 'the limits hold for a read as well',
    steps: [
      read(
        () => [],
        invalid(
          `1 validation error detected: Value '[]' at 'transactItems' ${constraint} have length greater than or equal to 1`,
        ),
        { elsewhere: differs('words', invalid(`Value null at 'transactItems' ${constraint} not be null`)) },
      ),
      read(
        (TableName) => many(101).map((Key) => ({ Get: { TableName, Key } })),
        invalid(
          `1 validation error detected: Value '…' at 'transactItems' ${constraint} have length less than or equal to 100`,
        ),
        { elsewhere: [...localLimit, ...olderLimit] },
      ),
      read(
        (TableName) => [
          { Get: { TableName, Key: key('a', '1') } },
          { Get: { TableName, Key: key('a', '1'), ProjectionExpression: 'x' } },
        ],
        invalid(twice),
      ),
    ],
  },
]
