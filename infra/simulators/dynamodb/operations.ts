import batchGetItem from 'dynalite/actions/batchGetItem.js'
import createTable from 'dynalite/actions/createTable.js'
import deleteItem from 'dynalite/actions/deleteItem.js'
import describeTable from 'dynalite/actions/describeTable.js'
import getItem from 'dynalite/actions/getItem.js'
import listTables from 'dynalite/actions/listTables.js'
import query from 'dynalite/actions/query.js'
import scan from 'dynalite/actions/scan.js'
import type { Action, Input, Store } from 'dynalite/db/index.js'
import * as batchGetItemRules from 'dynalite/validations/batchGetItem.js'
import * as batchWriteItemRules from 'dynalite/validations/batchWriteItem.js'
import * as createTableRules from 'dynalite/validations/createTable.js'
import * as deleteItemRules from 'dynalite/validations/deleteItem.js'
import * as describeTableRules from 'dynalite/validations/describeTable.js'
import * as getItemRules from 'dynalite/validations/getItem.js'
import { checkTypes, checkValidations, type Types } from 'dynalite/validations/index.js'
import * as listTablesRules from 'dynalite/validations/listTables.js'
import * as putItemRules from 'dynalite/validations/putItem.js'
import * as queryRules from 'dynalite/validations/query.js'
import * as scanRules from 'dynalite/validations/scan.js'
import * as updateItemRules from 'dynalite/validations/updateItem.js'
import { conditionFailureRule } from './condition-failure-rule.ts'
import { batchWriteItem, putItem, refuseQuery, updateItem } from './gaps.ts'
import { isRefusal, itemInTheWay, perform } from './perform.ts'
import { limited, type RequestParts } from './request-limits.ts'
import type { RequestTokens } from './request-tokens.ts'
import { describeTimeToLive, describeTimeToLiveRules, updateTimeToLive, updateTimeToLiveRules } from './time-to-live.ts'
import { transactGetItems, transactGetItemsRules } from './transact-get-items.ts'
import { transactWriteItems, transactWriteItemsRules } from './transact-write-items.ts'
import { type OnPut, writeTurns } from './write-turn.ts'

/** Takes the body of a request and gives the body of its answer. Throws a refusal. */
export type Operation = (body: object) => Promise<object>

interface Rules<Checked> {
  types: Types
  custom: ((input: Checked, store: Store) => string | undefined) | undefined
}

/** The operations of the simulator by their names: those that Carelane uses, not all of dynalite's. */
export function operationsOn(store: Store, tokens: RequestTokens, onPut: OnPut): ReadonlyMap<string, Operation> {
  const inTurn = writeTurns(store, onPut)

  function checked<Checked extends RequestParts>(
    { types, custom }: Rules<Checked>,
    answer: (input: Checked) => Promise<object>,
  ): Operation {
    return async (body) => {
      const input = checkTypes<Checked>(body, types)
      checkValidations(input, types, limited(custom), store)
      return answer(input)
    }
  }
  const reading = (rules: Rules<Input>, action: Action) => checked(rules, (input) => perform(action, store, input))
  const writing = (rules: Rules<Input>, action: Action) =>
    checked(rules, (input) => inTurn((noting) => perform(action, noting, input)))
  const conditional = ({ types, custom }: Rules<Input>, action: Action) =>
    checked({ types: { ...types, ...conditionFailureRule }, custom }, (input) =>
      inTurn((noting) => perform(action, noting, input).catch((error) => rethrowWithItem(error, input, store))),
    )

  return new Map([
    ['CreateTable', writing(createTableRules, createTable)],
    ['DescribeTable', reading(describeTableRules, describeTable)],
    ['ListTables', reading(listTablesRules, listTables)],
    ['DescribeTimeToLive', checked(describeTimeToLiveRules, describeTimeToLive(store))],
    ['UpdateTimeToLive', checked(updateTimeToLiveRules, updateTimeToLive(store, inTurn))],
    ['GetItem', reading(getItemRules, getItem)],
    ['PutItem', conditional(putItemRules, putItem)],
    ['UpdateItem', conditional(updateItemRules, updateItem)],
    ['DeleteItem', conditional(deleteItemRules, deleteItem)],
    [
      'Query',
      checked(queryRules, async (input) => {
        await refuseQuery(store, input)
        return perform(query, store, input)
      }),
    ],
    ['Scan', reading(scanRules, scan)],
    ['BatchGetItem', reading(batchGetItemRules, batchGetItem)],
    ['BatchWriteItem', writing(batchWriteItemRules, batchWriteItem)],
    ['TransactWriteItems', checked(transactWriteItemsRules, transactWriteItems(store, inTurn, tokens))],
    ['TransactGetItems', checked(transactGetItemsRules, transactGetItems(store, inTurn))],
  ])
}

async function rethrowWithItem(error: unknown, input: Input, store: Store): Promise<never> {
  if (isRefusal(error, 'ConditionalCheckFailedException')) {
    const Item = await itemInTheWay(store, input)
    if (Item) Object.assign(error.body, { Item })
  }
  throw error
}
