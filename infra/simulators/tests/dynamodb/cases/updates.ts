import {
  type Case,
  type Difference,
  type Item,
  invalidOutcome,
  itemKey,
  knownDifferences,
  list,
  n,
  type Outcome,
  type Step,
  s,
} from './case.ts'

const item: Item = {
  ...itemKey('a', '1'),
  count: n(5),
  title: s('Insulin'),
  tags: { SS: ['cold'] },
  notes: list(s('one'), s('two'), s('three')),
  address: { M: { city: s('Bern') } },
}

const updated = (
  expression: string,
  values: Item | undefined,
  gives: Outcome,
  elsewhere?: readonly Difference[],
): Step => ({
  call: (db, TableName) =>
    db.updateItem({
      TableName,
      Key: itemKey('a', '1'),
      UpdateExpression: expression,
      ...(expression.includes('#c') && { ExpressionAttributeNames: { '#c': 'count' } }),
      ...(values && { ExpressionAttributeValues: values }),
      ReturnValues: 'UPDATED_NEW',
    }),
  gives,
  ...(elsewhere && { elsewhere }),
})

export const updateCases: Case[] = [
  {
    title: 'an update creates a missing item',
    steps: [
      {
        call: (db, TableName) =>
          db.updateItem({
            TableName,
            Key: itemKey('a', '1'),
            UpdateExpression: 'SET x = :x',
            ExpressionAttributeValues: { ':x': n(1) },
            ReturnValues: 'ALL_NEW',
          }),
        gives: { Attributes: { ...itemKey('a', '1'), x: n(1) } },
      },
      {
        call: (db, TableName) => db.updateItem({ TableName, Key: itemKey('a', '2'), ReturnValues: 'ALL_NEW' }),
        gives: { Attributes: itemKey('a', '2') },
      },
    ],
  },
  {
    title: 'an update returns the requested values',
    given: [{ ...itemKey('a', '1'), x: n(1), y: n(1) }],
    steps: (['ALL_OLD', 'UPDATED_OLD', 'UPDATED_NEW', 'ALL_NEW', 'NONE'] as const).map((ReturnValues, round) => ({
      call: (db, TableName) =>
        db.updateItem({
          TableName,
          Key: itemKey('a', '1'),
          UpdateExpression: 'SET x = x + :one',
          ExpressionAttributeValues: { ':one': n(1) },
          ReturnValues,
        }),
      gives:
        [
          { Attributes: { ...itemKey('a', '1'), x: n(1), y: n(1) } },
          { Attributes: { x: n(2) } },
          { Attributes: { x: n(4) } },
          { Attributes: { ...itemKey('a', '1'), x: n(5), y: n(1) } },
          {},
        ][round] ?? {},
    })),
  },
  {
    title: 'ADD starts a missing number at zero',
    given: [item],
    steps: [
      updated('SET #c = #c - :n', { ':n': n(7) }, { Attributes: { count: n(-2) } }),
      updated('ADD #c :n', { ':n': n(10) }, { Attributes: { count: n(8) } }),
      updated('ADD fresh :n', { ':n': n(3) }, { Attributes: { fresh: n(3) } }),
      updated(
        'SET seen = if_not_exists(seen, :zero) + :one',
        { ':zero': n(0), ':one': n(1) },
        { Attributes: { seen: n(1) } },
      ),
      updated(
        'SET seen = if_not_exists(seen, :zero) + :one',
        { ':zero': n(0), ':one': n(1) },
        { Attributes: { seen: n(2) } },
      ),
    ],
  },
  {
    title: 'lists can be created, extended at either end and shortened',
    given: [item],
    steps: [
      updated(
        'SET notes = list_append(notes, :l)',
        { ':l': list(s('four')) },
        { Attributes: { notes: list(s('one'), s('two'), s('three'), s('four')) } },
      ),
      updated(
        'SET notes = list_append(:l, notes)',
        { ':l': list(s('zero')) },
        { Attributes: { notes: list(s('zero'), s('one'), s('two'), s('three'), s('four')) } },
      ),
      updated(
        'SET history = list_append(if_not_exists(history, :empty), :l)',
        { ':empty': list(), ':l': list(s('first')) },
        { Attributes: { history: list(s('first')) } },
      ),
      {
        call: (db, TableName) =>
          db.updateItem({
            TableName,
            Key: itemKey('a', '1'),
            UpdateExpression: 'REMOVE notes[0], notes[3]',
            ReturnValues: 'ALL_NEW',
          }),
        gives: {
          Attributes: { ...item, notes: list(s('one'), s('two'), s('four')), history: list(s('first')) },
        },
      },
    ],
  },
  {
    title: 'members of sets, fields of maps and attributes can be added and removed',
    given: [item],
    steps: [
      updated('ADD fresh :t', { ':t': { SS: ['urgent'] } }, { Attributes: { fresh: { SS: ['urgent'] } } }),
      updated('DELETE tags :t', { ':t': { SS: ['cold'] } }, {}),
      updated(
        'SET address.street = :s, address.city = :c',
        { ':s': s('Gasse'), ':c': s('Thun') },
        { Attributes: { address: { M: { street: s('Gasse'), city: s('Thun') } } } },
      ),
      updated('REMOVE address.street, title, absent', undefined, {}),
      {
        call: (db, TableName) =>
          db.updateItem({
            TableName,
            Key: itemKey('a', '1'),
            UpdateExpression: 'SET x = :one, y = notes[0] REMOVE #c ADD z :one',
            ExpressionAttributeNames: { '#c': 'count' },
            ExpressionAttributeValues: { ':one': n(1) },
            ReturnValues: 'ALL_NEW',
          }),
        gives: {
          Attributes: {
            ...itemKey('a', '1'),
            notes: list(s('one'), s('two'), s('three')),
            address: { M: { city: s('Thun') } },
            fresh: { SS: ['urgent'] },
            x: n(1),
            y: s('one'),
            z: n(1),
          },
        },
      },
    ],
  },
  {
    title: 'an update’s operands have their values from before the update',
    given: [{ ...itemKey('a', '1'), x: n(1), y: n(2) }],
    steps: [updated('SET x = y, y = x', undefined, { Attributes: { x: n(2), y: n(1) } })],
  },
  {
    title: 'an impossible update is rejected and changes nothing',
    given: [item],
    steps: [
      updated(
        'SET x = absent',
        undefined,
        invalidOutcome('The provided expression refers to an attribute that does not exist in the item'),
      ),
      updated(
        'SET x = title + :n',
        { ':n': n(1) },
        invalidOutcome('An operand in the update expression has an incorrect data type'),
      ),
      updated(
        'ADD title :n',
        { ':n': n(1) },
        invalidOutcome('An operand in the update expression has an incorrect data type'),
      ),
      updated(
        'SET absent.city = :n',
        { ':n': n(1) },
        invalidOutcome('The document path provided in the update expression is invalid for update'),
      ),
      updated(
        'SET x = :n, x = :n',
        { ':n': n(1) },
        invalidOutcome(
          'Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [x], path two: [x]',
        ),
      ),
      updated(
        'SET x = list_append(title, :n)',
        { ':n': n(1) },
        invalidOutcome(
          'Invalid UpdateExpression: Incorrect operand type for operator or function; operator or function: list_append, operand type: N',
        ),
      ),
      updated(
        'SET sk = :n',
        { ':n': s('2') },
        invalidOutcome(
          'One or more parameter values were invalid: Cannot update attribute sk. This attribute is part of the key',
        ),
        knownDifferences('old', invalidOutcome('This attribute is part of the key')),
      ),
      updated('', undefined, invalidOutcome('Invalid UpdateExpression: The expression can not be empty;')),
      {
        call: (db, TableName) => db.getItem({ TableName, Key: itemKey('a', '1') }),
        gives: { Item: item },
      },
    ],
  },
]
