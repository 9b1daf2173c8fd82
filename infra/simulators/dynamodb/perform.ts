import getItem from 'dynalite/actions/getItem.js'
import {
  type Action,
  type Answer,
  type Input,
  type Item,
  type Refusal,
  type Store,
  type Table,
  validationError,
} from 'dynalite/db/index.js'

/** One of dynalite's actions on a store; rejects with its refusal. */
export function perform(action: Action, store: Store, input: Input): Promise<Answer> {
  return new Promise((resolve, reject) => {
    action(store, input, (error, answer) => (error ? reject(inTodaysWords(error)) : resolve(answer ?? {})))
  })
}

/** dynalite has an earlier wording of DynamoDB's for some empty keys. */
function inTodaysWords(error: Error): Error {
  const earlier = 'One or more parameter values were invalid: The AttributeValue for a key attribute'
  if (!error.message.startsWith(earlier)) return error
  return validationError(error.message.replace('values were invalid:', 'values are not valid.'))
}

/** Rejects with a ResourceNotFoundException. */
export function findTable(store: Store, name: string): Promise<Table> {
  return new Promise((resolve, reject) => {
    store.getTable(name, (error, table) => (table ? resolve(table) : reject(error)))
  })
}

/** The key of the item that an action is about: a put names it within the item. Incomplete where the input is. */
export function keyOf({ Key, Item = {} }: Input, table: Table): Item {
  if (Key) return Key
  const names = table.KeySchema.map(({ AttributeName }) => AttributeName)
  return Object.fromEntries(Object.entries(Item).filter(([name]) => names.includes(name)))
}

/** The item that a writing action is about, as it stands. */
export async function readItem(store: Store, input: Input): Promise<Answer> {
  const { TableName } = input
  const Key = keyOf(input, await findTable(store, TableName))
  return perform(getItem, store, { TableName, Key, ConsistentRead: true, ReturnConsumedCapacity: 'TOTAL' })
}

/** The item that failed the condition, for those who asked to see it. */
export async function itemInTheWay(store: Store, input: Input): Promise<Item | undefined> {
  if (input.ReturnValuesOnConditionCheckFailure !== 'ALL_OLD') return undefined
  return (await readItem(store, input)).Item
}

export function refusal(name: string, message: string, details: object = {}): Refusal {
  const body = { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, ...details }
  return Object.assign(new Error(message), { statusCode: 400, body })
}

export function isRefusal(error: unknown, name = ''): error is Refusal {
  return error instanceof Error && 'statusCode' in error && 'body' in error && refusedAs(error.body).endsWith(name)
}

const refusedAs = (body: unknown) =>
  typeof body === 'object' && body !== null && '__type' in body ? String(body.__type) : ''
