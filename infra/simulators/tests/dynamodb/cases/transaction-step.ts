import type { TransactGetItem, TransactWriteItem, Update } from '@aws-sdk/client-dynamodb'
import { type Difference, type Item, itemKey, itemStep, type Outcome, type Step } from './case.ts'

interface Extra {
  elsewhere?: readonly Difference[]
  ClientRequestToken?: string
  ReturnConsumedCapacity?: 'TOTAL' | 'INDEXES'
}

export const writeStep = (
  items: (TableName: string) => TransactWriteItem[],
  gives: Outcome,
  { elsewhere, ...extra }: Extra = {},
): Step => ({
  call: (db, TableName) => db.transactWriteItems({ TransactItems: items(TableName), ...extra }),
  gives,
  ...(elsewhere && { elsewhere }),
})

export const readStep = (
  items: (TableName: string) => TransactGetItem[],
  gives: Outcome,
  { elsewhere, ...extra }: Omit<Extra, 'ClientRequestToken'> = {},
): Step => ({
  call: (db, TableName) => db.transactGetItems({ TransactItems: items(TableName), ...extra }),
  gives,
  ...(elsewhere && { elsewhere }),
})

export const putAction = (TableName: string, Item: Item): TransactWriteItem => ({ Put: { TableName, Item } })

export const updateAction = (
  TableName: string,
  UpdateExpression: string,
  rest: Partial<Update> = {},
): TransactWriteItem => ({
  Update: { TableName, Key: itemKey('a', '1'), UpdateExpression, ...rest },
})

/**
 * Returns a step with a transaction whose first action is a valid put. The put must not happen, because the second action makes the
 * transaction fail.
 */
export const afterPutStep = (
  second: (TableName: string) => TransactWriteItem,
  gives: Outcome,
  elsewhere: readonly Difference[] = [],
): Step =>
  writeStep((TableName) => [putAction(TableName, itemKey('new', '1')), second(TableName)], gives, { elsewhere })

export const nothingWasPutStep = itemStep('new', '1')
