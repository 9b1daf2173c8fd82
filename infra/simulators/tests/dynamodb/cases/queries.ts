import type { QueryCommandInput } from '@aws-sdk/client-dynamodb'
import {
  type Case,
  type Difference,
  type Item,
  invalidOutcome,
  itemKey,
  itemStep,
  knownDifferences,
  n,
  noTableDifferences,
  noTableOutcome,
  type Outcome,
  type Step,
  s,
  statusIndexAttributes,
} from './case.ts'

const days: Item[] = ['01', '02', '03', '10', '11'].map((day, place) => ({
  ...itemKey('a', `day#${day}`),
  ...statusIndexAttributes(place % 2 ? 'done' : 'open', `2026-01-${day}`),
  title: s(`t${day}`),
  count: n(place),
}))
const other = [
  { ...itemKey('a', 'note#1'), x: n(1) },
  { ...itemKey('b', 'day#01'), x: n(1) },
]
const given = [...days, ...other]

const day = (...places: number[]) => places.map((place): Item => days[place] ?? {})
const found = (items: Item[], rest: Outcome = {}): Outcome => ({
  Items: items,
  Count: items.length,
  ScannedCount: items.length,
  ...rest,
})

type Ask = Omit<QueryCommandInput, 'TableName'>

const queryStep = (ask: Ask, gives: Outcome, elsewhere?: readonly Difference[]): Step => ({
  call: (db, TableName) => db.query({ TableName, ...ask }),
  gives,
  ...(elsewhere && { elsewhere }),
})

const under = (condition: string, values: Item = {}): Ask => ({
  KeyConditionExpression: condition,
  ExpressionAttributeValues: { ':pk': s('a'), ...values },
})

const daysOf = under('pk = :pk AND begins_with(sk, :d)', { ':d': s('day#') })

const inStatus = (status: string, more = '', values: Item = {}): Ask => ({
  IndexName: 'by_status',
  KeyConditionExpression: `#s = :s${more}`,
  ExpressionAttributeNames: { '#s': 'status' },
  ExpressionAttributeValues: { ':s': s(status), ...values },
})

/** Returns the part of an item that the index contains. Only `count` is not projected into it. */
const entry = ({ count: _count, ...projected }: Item): Item => projected
const entries = (...places: number[]) => day(...places).map(entry)
const indexKey = ({ pk = s(''), sk = s(''), status = s(''), due = s('') }: Item): Item => ({ pk, sk, status, due })

export const queryCases: Case[] = [
  {
    title: 'a get returns one item, or only the requested attributes',
    given: [{ ...itemKey('a', '1'), x: n(1), address: { M: { city: s('Bern'), street: s('Gasse') } } }],
    steps: [
      itemStep('a', 'none'),
      {
        call: (db, TableName) =>
          db.getItem({
            TableName,
            Key: itemKey('a', '1'),
            ProjectionExpression: '#x, address.city, absent',
            ExpressionAttributeNames: { '#x': 'x' },
          }),
        gives: { Item: { x: n(1), address: { M: { city: s('Bern') } } } },
      },
      {
        call: (db, TableName) => db.getItem({ TableName, Key: itemKey('a', '1'), ProjectionExpression: 'absent' }),
        gives: { Item: {} },
      },
    ],
  },
  {
    title: 'a query reads one partition in the order of its sort key',
    given,
    steps: [
      queryStep(under('pk = :pk'), found([...days, ...other.slice(0, 1)])),
      queryStep({ ...daysOf, ScanIndexForward: false }, found(day(4, 3, 2, 1, 0))),
      queryStep(under('pk = :pk', { ':pk': s('none') }), found([])),
    ],
  },
  {
    title: 'a query can be narrowed by the sort key',
    given,
    steps: [
      queryStep(daysOf, found(days)),
      queryStep(under('pk = :pk AND sk = :sk', { ':sk': s('day#02') }), found(day(1))),
      queryStep(under('pk = :pk AND sk < :sk', { ':sk': s('day#03') }), found(day(0, 1))),
      queryStep(under('pk = :pk AND sk <= :sk', { ':sk': s('day#03') }), found(day(0, 1, 2))),
      queryStep(under('pk = :pk AND sk > :sk', { ':sk': s('day#10') }), found([...day(4), ...other.slice(0, 1)])),
      queryStep(under('pk = :pk AND sk >= :sk', { ':sk': s('day#11') }), found([...day(4), ...other.slice(0, 1)])),
      queryStep(
        under('pk = :pk AND sk BETWEEN :low AND :high', { ':low': s('day#02'), ':high': s('day#10') }),
        found(day(1, 2, 3)),
      ),
      queryStep(
        { ...under('pk = :pk AND begins_with(sk, :d)', { ':d': s('day#1') }), ScanIndexForward: false },
        found(day(4, 3)),
      ),
    ],
  },
  {
    title: 'a page returns the key to continue from until nothing is left',
    given,
    steps: [
      queryStep({ ...daysOf, Limit: 2 }, found(day(0, 1), { LastEvaluatedKey: itemKey('a', 'day#02') })),
      queryStep(
        { ...daysOf, Limit: 2, ExclusiveStartKey: itemKey('a', 'day#02') },
        found(day(2, 3), { LastEvaluatedKey: itemKey('a', 'day#10') }),
      ),
      queryStep({ ...daysOf, Limit: 2, ExclusiveStartKey: itemKey('a', 'day#10') }, found(day(4))),
      queryStep({ ...daysOf, Limit: 5 }, found(days, { LastEvaluatedKey: itemKey('a', 'day#11') })),
      queryStep({ ...daysOf, Limit: 5, ExclusiveStartKey: itemKey('a', 'day#11') }, found([])),
      queryStep(
        { ...daysOf, Limit: 2, ScanIndexForward: false },
        found(day(4, 3), { LastEvaluatedKey: itemKey('a', 'day#10') }),
      ),
      queryStep(
        { ...daysOf, Limit: 3, ScanIndexForward: false, ExclusiveStartKey: itemKey('a', 'day#10') },
        found(day(2, 1, 0), { LastEvaluatedKey: itemKey('a', 'day#01') }),
      ),
      queryStep({ ...daysOf, ExclusiveStartKey: itemKey('a', 'day#025') }, found(day(2, 3, 4))),
    ],
  },
  {
    title: 'a filter applies after the limit, and the scanned items are counted',
    given,
    steps: [
      queryStep(
        {
          ...under('pk = :pk AND begins_with(sk, :d)', { ':d': s('day#'), ':done': s('done') }),
          FilterExpression: '#s = :done',
          ExpressionAttributeNames: { '#s': 'status' },
        },
        { Items: day(1, 3), Count: 2, ScannedCount: 5 },
      ),
      queryStep(
        {
          ...under('pk = :pk', { ':least': n(3) }),
          FilterExpression: '#c >= :least',
          ExpressionAttributeNames: { '#c': 'count' },
          Limit: 2,
        },
        { Items: [], Count: 0, ScannedCount: 2, LastEvaluatedKey: itemKey('a', 'day#02') },
      ),
    ],
  },
  {
    title: 'a query returns the requested attributes, or only a count',
    given,
    steps: [
      queryStep(
        { ...daysOf, ProjectionExpression: 'sk, #c', ExpressionAttributeNames: { '#c': 'count' }, Limit: 1 },
        {
          Items: [{ sk: s('day#01'), count: n(0) }],
          Count: 1,
          ScannedCount: 1,
          LastEvaluatedKey: itemKey('a', 'day#01'),
        },
      ),
      queryStep({ ...daysOf, Select: 'COUNT' }, { Count: 5, ScannedCount: 5 }),
    ],
  },
  {
    title: 'an index contains items with its keys, in its order, with projected attributes',
    given: [...given, { ...itemKey('c', '1'), status: s('open') }],
    steps: [
      queryStep(inStatus('open'), found(entries(0, 2, 4))),
      queryStep({ ...inStatus('open'), ScanIndexForward: false }, found(entries(4, 2, 0))),
      queryStep(inStatus('done', ' AND begins_with(due, :d)', { ':d': s('2026-01-1') }), found(entries(3))),
      queryStep(
        inStatus('open', ' AND due BETWEEN :low AND :high', { ':low': s('2026-01-02'), ':high': s('2026-01-11') }),
        found(entries(2, 4)),
      ),
      queryStep(
        { ...inStatus('open'), ProjectionExpression: 'title', Limit: 1 },
        {
          Items: [{ title: s('t01') }],
          Count: 1,
          ScannedCount: 1,
          LastEvaluatedKey: indexKey(days[0] ?? {}),
        },
      ),
    ],
  },
  {
    title: 'a page of an index returns both keys to continue from',
    given,
    steps: [
      queryStep({ ...inStatus('open'), Limit: 2 }, found(entries(0, 2), { LastEvaluatedKey: indexKey(days[2] ?? {}) })),
      queryStep({ ...inStatus('open'), Limit: 2, ExclusiveStartKey: indexKey(days[2] ?? {}) }, found(entries(4))),
      queryStep(
        { ...inStatus('open'), ScanIndexForward: false, ExclusiveStartKey: indexKey(days[2] ?? {}) },
        found(entries(0)),
      ),
    ],
  },
  {
    title: 'an invalid query is rejected',
    given,
    steps: [
      queryStep(
        { KeyConditionExpression: 'sk = :sk', ExpressionAttributeValues: { ':sk': s('x') } },
        invalidOutcome('Query condition missed key schema element: pk'),
        knownDifferences('words', invalidOutcome('Query condition missed key schema element')),
      ),
      queryStep(under('begins_with(pk, :pk)'), invalidOutcome('Query key condition not supported')),
      queryStep(
        under('pk = :pk AND x = :x', { ':x': n(1) }),
        invalidOutcome('Query condition missed key schema element: sk'),
        knownDifferences('words', invalidOutcome('Query condition missed key schema element')),
      ),
      queryStep(
        under('pk = :pk AND contains(sk, :x)', { ':x': s('1') }),
        invalidOutcome('Invalid operator used in KeyConditionExpression: contains'),
      ),
      queryStep(
        { ...under('pk = :pk'), IndexName: 'absent' },
        invalidOutcome('The table does not have the specified index: absent'),
      ),
      queryStep(
        { ...inStatus('open'), ConsistentRead: true },
        invalidOutcome('Consistent reads are not supported on global secondary indexes'),
        knownDifferences('old', invalidOutcome('Consistent read cannot be true when querying a GSI')),
      ),
      queryStep(
        { ...under('pk = :pk'), FilterExpression: 'sk = :pk' },
        invalidOutcome('Filter Expression can only contain non-primary key attributes: Primary key attribute: sk'),
      ),
      queryStep(
        { ...under('pk = :pk'), ExclusiveStartKey: { pk: s('a') } },
        invalidOutcome('The provided starting key is invalid'),
        knownDifferences('words', invalidOutcome("Exclusive Start Key must have same size as table's key schema")),
      ),
      queryStep(
        { ...under('pk = :pk'), ExclusiveStartKey: itemKey('b', '1') },
        invalidOutcome('The provided starting key is outside query boundaries based on provided conditions'),
        knownDifferences('words', invalidOutcome('The provided starting key does not match the range key predicate')),
      ),
      queryStep(
        {
          ...inStatus('open'),
          ProjectionExpression: '#c',
          ExpressionAttributeNames: { '#s': 'status', '#c': 'count' },
        },
        invalidOutcome(
          'One or more parameter values were invalid: Global secondary index by_status does not project [count]',
        ),
        knownDifferences('old', found(day(0, 2, 4).map(({ count = n(0) }) => ({ count })))),
      ),
      queryStep(
        {
          ...inStatus('open'),
          FilterExpression: 'attribute_not_exists(#c)',
          ExpressionAttributeNames: { '#s': 'status', '#c': 'count' },
        },
        invalidOutcome(
          'One or more parameter values were invalid: Secondary index by_status does not project one or more filter attributes: [count]',
        ),
      ),
      {
        call: (db) => db.query({ TableName: 'absent', ...under('pk = :pk') }),
        gives: noTableOutcome,
        elsewhere: noTableDifferences,
      },
    ],
  },
]
