import type { TransactGetItem, TransactWriteItem, Update } from '@aws-sdk/client-dynamodb'
import { type Item, key, nowIs, type Outcome, type Step } from './case.ts'

interface Extra {
  olderGives?: Outcome
  ClientRequestToken?: string
  ReturnConsumedCapacity?: 'TOTAL' | 'INDEXES'
}

export const written = (
  items: (TableName: string) => TransactWriteItem[],
  gives: Outcome,
  { olderGives, ...extra }: Extra = {},
): Step => ({
  call: (db, TableName) => db.transactWriteItems({ TransactItems: items(TableName), ...extra }),
  gives,
  ...(olderGives && { olderGives }),
})

export const read = (
  items: (TableName: string) => TransactGetItem[],
  gives: Outcome,
  { olderGives, ...extra }: Omit<Extra, 'ClientRequestToken'> = {},
): Step => ({
  call: (db, TableName) => db.transactGetItems({ TransactItems: items(TableName), ...extra }),
  gives,
  ...(olderGives && { olderGives }),
})

export const put = (TableName: string, Item: Item): TransactWriteItem => ({ Put: { TableName, Item } })

export const update = (TableName: string, UpdateExpression: string, rest: Partial<Update> = {}): TransactWriteItem => ({
  Update: { TableName, Key: key('a', '1'), UpdateExpression, ...rest },
})

/** A transaction whose first action is a put that could be done: none may do it. */
export const withPut = (second: (TableName: string) => TransactWriteItem, gives: Outcome, olderGives = gives): Step =>
  written((TableName) => [put(TableName, key('new', '1')), second(TableName)], gives, { olderGives })

export const nothingNew = nowIs('new', '1')
