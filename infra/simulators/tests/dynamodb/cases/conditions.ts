import {
  type Case,
  type Item,
  invalidOutcome,
  itemKey,
  knownDifferences,
  list,
  n,
  refusalOutcome,
  type Step,
  s,
} from './case.ts'

const item: Item = {
  ...itemKey('a', '1'),
  version: n(10),
  title: s('Insulin'),
  tags: { SS: ['cold', 'urgent'] },
  notes: list(s('one'), s('two')),
  address: { M: { city: s('Bern'), floor: n(3) } },
  nothing: { NULL: true },
}

const upsideDown =
  'Invalid ConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound'

/** Returns a call that tests a condition with an update which changes nothing. */
function checkOf(condition: string, values?: Item, names?: Record<string, string>): Step['call'] {
  return (db, TableName) =>
    db.updateItem({
      TableName,
      Key: itemKey('a', '1'),
      ConditionExpression: condition,
      ...(values && { ExpressionAttributeValues: values }),
      ...(names && { ExpressionAttributeNames: names }),
    })
}

const holds = (condition: string, values?: Item, names?: Record<string, string>): Step => ({
  call: checkOf(condition, values, names),
  gives: {},
})
const fails = (condition: string, values?: Item, names?: Record<string, string>): Step => ({
  call: checkOf(condition, values, names),
  gives: refusalOutcome('ConditionalCheckFailedException', 'The conditional request failed'),
})
const isInvalid = (condition: string, message: string, values?: Item, names?: Record<string, string>): Step => ({
  call: checkOf(condition, values, names),
  gives: invalidOutcome(message),
})

export const conditionCases: Case[] = [
  {
    title: 'conditions compare numbers as numbers and never across types',
    given: [item],
    steps: [
      holds('version > :v', { ':v': n(9) }),
      holds('version <= :v', { ':v': n(10) }),
      fails('version < :v', { ':v': n(9) }),
      fails('version = :v', { ':v': s('10') }),
      holds('version <> :v', { ':v': s('10') }),
      holds('version BETWEEN :low AND :high', { ':low': n(2), ':high': n(10) }),
      fails('title BETWEEN :low AND :high', { ':low': s('a'), ':high': s('z') }),
      holds('title IN (:a, :b)', { ':a': s('Other'), ':b': s('Insulin') }),
      fails('version IN (:a)', { ':a': n(1) }),
    ],
  },
  {
    title: 'conditions reach into strings, sets, lists and maps',
    given: [item],
    steps: [
      holds('begins_with(title, :t)', { ':t': s('Ins') }),
      fails('begins_with(title, :t)', { ':t': s('ins') }),
      holds('contains(title, :t)', { ':t': s('suli') }),
      holds('contains(tags, :t)', { ':t': s('cold') }),
      holds('contains(notes, :t)', { ':t': s('two') }),
      fails('contains(notes, :t)', { ':t': s('three') }),
      holds('size(notes) = :n AND size(title) > :n', { ':n': n(2) }),
      holds('address.city = :c AND address.floor >= :f', { ':c': s('Bern'), ':f': n(3) }),
      holds('notes[1] = :t', { ':t': s('two') }),
      holds('attribute_type(tags, :t)', { ':t': s('SS') }),
      holds('tags = :t', { ':t': { SS: ['urgent', 'cold'] } }),
    ],
  },
  {
    title: 'conditions distinguish absent from null and can be combined',
    given: [item],
    steps: [
      holds('attribute_exists(nothing)'),
      holds('attribute_not_exists(absent)'),
      fails('attribute_exists(address.street)'),
      fails('absent = :v', { ':v': n(1) }),
      holds('absent <> :v', { ':v': n(1) }),
      fails('absent > :v', { ':v': n(1) }),
      holds('NOT absent = :v', { ':v': n(1) }),
      holds('attribute_not_exists(absent) OR absent = :v', { ':v': n(1) }),
      fails('(attribute_exists(pk) AND version = :v) AND NOT (title = :t)', { ':v': n(10), ':t': s('Insulin') }),
      holds('#v = :v', { ':v': n(10) }, { '#v': 'version' }),
    ],
  },
  {
    title: 'an invalid expression is rejected with the reason',
    given: [item],
    steps: [
      isInvalid('', 'Invalid ConditionExpression: The expression can not be empty;'),
      isInvalid(
        'status = :s',
        'Invalid ConditionExpression: Attribute name is a reserved keyword; reserved keyword: status',
        { ':s': s('x') },
      ),
      isInvalid(
        'version = :v',
        'Invalid ConditionExpression: An expression attribute value used in expression is not defined; attribute value: :v',
      ),
      isInvalid(
        '#v = :v',
        'Invalid ConditionExpression: An expression attribute name used in the document path is not defined; attribute name: #v',
        { ':v': n(1) },
      ),
      isInvalid(
        'attribute_exists(pk)',
        'Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}',
        {
          ':v': n(1),
        },
      ),
      isInvalid(
        'attribute_exists(pk)',
        'Value provided in ExpressionAttributeNames unused in expressions: keys: {#v}',
        undefined,
        { '#v': 'version' },
      ),
      isInvalid('exists(pk)', 'Invalid ConditionExpression: Invalid function name; function: exists'),
      isInvalid(
        'begins_with(title, :t)',
        'Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: begins_with, operand type: N',
        { ':t': n(1) },
      ),
      {
        call: checkOf('version BETWEEN :high AND :low', { ':low': n(2), ':high': n(10) }),
        gives: invalidOutcome(
          `${upsideDown}; lower bound operand: AttributeValue: {N:10}, upper bound operand: AttributeValue: {N:2}`,
        ),
        elsewhere: knownDifferences(
          'old',
          invalidOutcome(`${upsideDown}; lower bound operand: {N: 10,}, upper bound operand: {N: 2,}`),
        ),
      },
    ],
  },
]
