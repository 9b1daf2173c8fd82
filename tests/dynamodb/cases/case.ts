import type { AttributeValue, DynamoDB } from '@aws-sdk/client-dynamodb'

export type Item = Record<string, AttributeValue>

/** What a call gives: its output without metadata, or `{ error, message, … }`. The table is called `T` in it. */
export type Outcome = Record<string, unknown>

export interface Step {
  call(db: DynamoDB, TableName: string): Promise<object>
  /** The service's answer. */
  gives: Outcome
  /** What another engine may answer instead. */
  elsewhere?: readonly Difference[]
}

export interface Case {
  /** A sentence about DynamoDB. */
  says: string
  given?: readonly Item[]
  steps: readonly Step[]
}

/** Why DynamoDB Local answers otherwise than the service. A run on it counts the answers under each of these. */
export const reasons = {
  words: 'DynamoDB Local refuses the same thing in other words',
  whole:
    'DynamoDB Local refuses a request whole that the service takes, and whose transaction it cancels with a reason',
  deeper: 'DynamoDB Local takes a value to compare with that is one level deeper',
  unfindable: 'DynamoDB Local finds nothing under a partition key that is too long, and refuses only to write it',
  later: 'DynamoDB Local checks the conditions first, and two actions on one item after them',
  payload: 'DynamoDB Local limits a transaction by the bytes of the request or the answer, the service by its items',
  units: 'DynamoDB Local does not say whether capacity was used by reads or by writes',
  unasked: 'DynamoDB Local tells the capacity of a delete that nobody asked for',
  old: 'the service has changed since DynamoDB Local of January 2020',
}

export interface Difference {
  because: keyof typeof reasons
  gives: Outcome
}

export const differs = (because: keyof typeof reasons, ...outcomes: Outcome[]): Difference[] =>
  outcomes.map((gives) => ({ because, gives }))

export const s = (S: string): AttributeValue => ({ S })
export const n = (value: number): AttributeValue => ({ N: String(value) })
export const list = (...L: AttributeValue[]): AttributeValue => ({ L })
export const key = (pk: string, sk: string): Item => ({ pk: s(pk), sk: s(sk) })

/** Puts an item into the index `by_status`. */
export const listed = (status: string, due: string): Item => ({ status: s(status), due: s(due) })

export const refused = (error: string, message: string, details: Outcome = {}): Outcome => ({
  error,
  message,
  ...details,
})
export const invalid = (message: string): Outcome => refused('ValidationException', message)

/** Until May 2020 no attribute could be an empty string. */
export const olderEmpty = invalid(
  'One or more parameter values were invalid: An AttributeValue may not contain an empty string',
)

export const noTable = refused('ResourceNotFoundException', 'Requested resource not found')
export const noTableElsewhere = differs(
  'words',
  refused('ResourceNotFoundException', 'Cannot do operations on a non-existent table'),
)

/** Reads an item back, to see what a call left of it. */
export const nowIs = (pk: string, sk: string, item?: Item): Step => ({
  call: (db, TableName) => db.getItem({ TableName, Key: key(pk, sk), ConsistentRead: true }),
  gives: item ? { Item: item } : {},
})

/** Reads the index, to see which entries a call left. */
export const indexIs = (status: string, ...items: Item[]): Step => ({
  call: (db, TableName) =>
    db.query({
      TableName,
      IndexName: 'by_status',
      KeyConditionExpression: '#s = :s',
      ExpressionAttributeNames: { '#s': 'status' },
      ExpressionAttributeValues: { ':s': s(status) },
    }),
  gives: { Items: items, Count: items.length, ScannedCount: items.length },
})

export const many = (count: number): Item[] => Array.from({ length: count }, (_, place) => key('many', String(place)))

interface Reason {
  Code: string
  Message?: string
  Item?: Item
}

export const none: Reason = { Code: 'None' }
export const conditionFailed = (item?: Item): Reason => ({
  Code: 'ConditionalCheckFailed',
  Message: 'The conditional request failed',
  ...(item && { Item: item }),
})

/** DynamoDB Local ends the sentence when it was a ConditionCheck. */
export const localCheckFailed = (item?: Item): Reason => ({
  ...conditionFailed(item),
  Message: 'The conditional request failed.',
})

export const cancelled = (...reasons: Reason[]): Outcome =>
  refused(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    { CancellationReasons: reasons },
  )
