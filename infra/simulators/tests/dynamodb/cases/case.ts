import type { AttributeValue, DynamoDB } from '@aws-sdk/client-dynamodb'

export type Item = Record<string, AttributeValue>

/**
 * The answer of a call: its output without metadata, or `{ error, message, … }` for a refusal. In it, the table's real name is
 * replaced by `T`.
 */
export type Outcome = Record<string, unknown>

export interface Step {
  call(db: DynamoDB, TableName: string): Promise<object>
  /** The response of the real service. */
  gives: Outcome
  /** Other responses that are accepted from an engine such as DynamoDB Local, but not from the simulator. */
  elsewhere?: readonly Difference[]
}

export interface Case {
  /** The behaviour of DynamoDB that the case shows, as a sentence. */
  title: string
  given?: readonly Item[]
  steps: readonly Step[]
}

/**
 * The reasons why DynamoDB Local does not answer as the service does. A run on another engine counts the differing responses for
 * each reason.
 */
export const differenceReasons = {
  words: 'DynamoDB Local refuses the same thing in other words',
  whole: 'DynamoDB Local refuses a request where the service cancels a transaction, with a reason for each action',
  deeper: 'DynamoDB Local compares with values that are one level deeper',
  unfindable: 'DynamoDB Local refuses to write a partition key that is too long, but not to query for it',
  later: 'DynamoDB Local checks conditions before it looks for two actions on one item',
  payload: 'DynamoDB Local limits the bytes of a request or an answer, where the service limits the items',
  units: 'DynamoDB Local does not say whether capacity was used by reads or by writes',
  unasked: 'DynamoDB Local answers the capacity of a delete unasked',
  old: 'the service has changed since DynamoDB Local of January 2020',
}

export interface Difference {
  because: keyof typeof differenceReasons
  gives: Outcome
}

export const knownDifferences = (because: keyof typeof differenceReasons, ...outcomes: Outcome[]): Difference[] =>
  outcomes.map((gives) => ({ because, gives }))

export const s = (S: string): AttributeValue => ({ S })
export const n = (value: number): AttributeValue => ({ N: String(value) })
export const list = (...L: AttributeValue[]): AttributeValue => ({ L })
export const itemKey = (pk: string, sk: string): Item => ({ pk: s(pk), sk: s(sk) })

/** Returns the attributes that put an item into the index `by_status`. */
export const statusIndexAttributes = (status: string, due: string): Item => ({ status: s(status), due: s(due) })

export const refusalOutcome = (error: string, message: string, details: Outcome = {}): Outcome => ({
  error,
  message,
  ...details,
})
export const invalidOutcome = (message: string): Outcome => refusalOutcome('ValidationException', message)

/** How DynamoDB Local refuses an item that lacks a part of its key. */
export const missingKeyDifferences = knownDifferences(
  'words',
  invalidOutcome('One of the required keys was not given a value'),
)
/** How DynamoDB Local refuses a key, outside of an item, that lacks a part or has an attribute that is not part of the key. */
export const wrongKeyDifferences = knownDifferences(
  'words',
  invalidOutcome('The number of conditions on the keys is invalid'),
)

/** The refusal of an empty string by DynamoDB before May 2020, when no attribute could be empty. */
export const olderEmptyStringOutcome = invalidOutcome(
  'One or more parameter values were invalid: An AttributeValue may not contain an empty string',
)

export const noTableOutcome = refusalOutcome('ResourceNotFoundException', 'Requested resource not found')
export const noTableDifferences = knownDifferences(
  'words',
  refusalOutcome('ResourceNotFoundException', 'Cannot do operations on a non-existent table'),
)

/** Returns a step that reads an item, to see what the steps before have left of it. */
export const itemStep = (pk: string, sk: string, item?: Item): Step => ({
  call: (db, TableName) => db.getItem({ TableName, Key: itemKey(pk, sk), ConsistentRead: true }),
  gives: item ? { Item: item } : {},
})

/** Returns a step that queries the index `by_status`, to see which entries the steps before have left. */
export const indexStep = (status: string, ...items: Item[]): Step => ({
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

export const manyKeys = (count: number): Item[] =>
  Array.from({ length: count }, (_, place) => itemKey('many', String(place)))

interface Reason {
  Code: string
  Message?: string
  Item?: Item
}

export const noReason: Reason = { Code: 'None' }
export const conditionFailedReason = (item?: Item): Reason => ({
  Code: 'ConditionalCheckFailed',
  Message: 'The conditional request failed',
  ...(item && { Item: item }),
})

/** Returns the reason for a failed ConditionCheck in the words of DynamoDB Local, which end with a full stop. */
export const localCheckFailedReason = (item?: Item): Reason => ({
  ...conditionFailedReason(item),
  Message: 'The conditional request failed.',
})

export const cancelledOutcome = (...reasons: Reason[]): Outcome =>
  refusalOutcome(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    { CancellationReasons: reasons },
  )
