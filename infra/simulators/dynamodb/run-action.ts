import {
  type ActionAnswer,
  type ActionInput,
  type DynaliteOperation,
  type DynaliteStore,
  type DynamodbItem,
  type DynamodbRefusal,
  dynalite,
  type TableDescription,
  validationError,
} from './dynalite.ts'

/** Runs one of dynalite's actions, or a corrected one, on a store. Rejects with the action's refusal. */
export function runAction(action: DynaliteOperation, store: DynaliteStore, input: ActionInput): Promise<ActionAnswer> {
  return new Promise((resolve, reject) => {
    action(store, input, (error, answer) => (error ? reject(inTodaysWords(error)) : resolve(answer ?? {})))
  })
}

/** Rewords the refusal of an empty key, which dynalite still has in DynamoDB's earlier words. Returns other errors unchanged. */
function inTodaysWords(error: Error): Error {
  const earlier = 'One or more parameter values were invalid: The AttributeValue for a key attribute'
  if (!error.message.startsWith(earlier)) return error
  return validationError(error.message.replace('values were invalid:', 'values are not valid.'))
}

/** Finds a table. Rejects with a ResourceNotFoundException if there is none. */
export function findTable(store: DynaliteStore, name: string): Promise<TableDescription> {
  return new Promise((resolve, reject) => {
    store.getTable(name, (error, table) => (table ? resolve(table) : reject(error)))
  })
}

/** Returns the key of the item that an action is about. The key of a put is inside its item, where parts of it may be missing. */
export function itemKeyOf({ Key, Item = {} }: ActionInput, table: TableDescription): DynamodbItem {
  if (Key) return Key
  const names = table.KeySchema.map(({ AttributeName }) => AttributeName)
  return Object.fromEntries(Object.entries(Item).filter(([name]) => names.includes(name)))
}

/** Reads the present state of the item that an action is about, and the capacity that the reading costs. */
export async function readItemWithCapacity(store: DynaliteStore, input: ActionInput): Promise<ActionAnswer> {
  const { TableName } = input
  const Key = itemKeyOf(input, await findTable(store, TableName))
  return runAction(dynalite.getItem.action, store, {
    TableName,
    Key,
    ConsistentRead: true,
    ReturnConsumedCapacity: 'TOTAL',
  })
}

/** Reads the item that failed the condition, if the request asks for it. */
export async function readConflictingItem(store: DynaliteStore, input: ActionInput): Promise<DynamodbItem | undefined> {
  if (input.ReturnValuesOnConditionCheckFailure !== 'ALL_OLD') return undefined
  return (await readItemWithCapacity(store, input)).Item
}

export function dynamodbRefusal(name: string, message: string, details: object = {}): DynamodbRefusal {
  const body = { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, ...details }
  return Object.assign(new Error(message), { statusCode: 400, body })
}

export function isDynamodbRefusal(error: unknown, name = ''): error is DynamodbRefusal {
  return error instanceof Error && 'statusCode' in error && 'body' in error && refusedAs(error.body).endsWith(name)
}

const refusedAs = (body: unknown) =>
  typeof body === 'object' && body !== null && '__type' in body ? String(body.__type) : ''
