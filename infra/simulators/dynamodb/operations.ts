import type { ActionInput, DynaliteOperation, DynaliteStore } from './dynalite.ts'
import { checkTypes, checkValidations, dynalite, type ParameterRules } from './dynalite.ts'
import { batchWriteItem, putItem, refuseInvalidQuery, updateItem } from './gaps.ts'
import { type CompositeRequest, withLimitChecks } from './request-limits.ts'
import type { RequestTokens } from './request-tokens.ts'
import { returnValuesOnFailureRules } from './return-values-on-failure-rules.ts'
import { isDynamodbRefusal, readConflictingItem, runAction } from './run-action.ts'
import {
  describeTimeToLiveOperation,
  describeTimeToLiveRules,
  updateTimeToLiveOperation,
  updateTimeToLiveRules,
} from './time-to-live.ts'
import { transactGetItemsOperation, transactGetItemsRules } from './transact-get-items-operation.ts'
import { transactWriteItemsOperation, transactWriteItemsRules } from './transact-write-items-operation.ts'
import { createWriteTurn, type OnPut } from './write-turn.ts'

/**
 * Receives the body of a request and returns the body of the response. Throws a `DynamodbRefusal` if DynamoDB would refuse the
 * request.
 */
export type DynamodbOperation = (body: object) => Promise<object>

type Dynalite = (typeof dynalite)[keyof typeof dynalite]

interface Rules<Checked> {
  types: ParameterRules
  custom: ((input: Checked, store: DynaliteStore) => string | undefined) | undefined
}

/** Returns the operations of the simulator by name. They are those that Carelane uses, not all of DynamoDB's. */
export function dynamodbOperations(
  store: DynaliteStore,
  tokens: RequestTokens,
  onPut: OnPut,
): ReadonlyMap<string, DynamodbOperation> {
  const inTurn = createWriteTurn(store, onPut)

  function checked<Checked extends CompositeRequest>(
    { types, custom }: Rules<Checked>,
    answer: (input: Checked) => Promise<object>,
  ): DynamodbOperation {
    return async (body) => {
      const input = checkTypes<Checked>(body, types)
      checkValidations(input, types, withLimitChecks(custom), store)
      return answer(input)
    }
  }
  const reading = ({ rules, action }: Dynalite) => checked(rules, (input) => runAction(action, store, input))
  const writing = ({ rules }: Dynalite, action: DynaliteOperation) =>
    checked(rules, (input) => inTurn((noting) => runAction(action, noting, input)))
  const conditional = ({ rules: { types, custom } }: Dynalite, action: DynaliteOperation) =>
    checked({ types: { ...types, ...returnValuesOnFailureRules }, custom }, (input) =>
      inTurn((noting) => runAction(action, noting, input).catch((error) => rethrowWithItem(error, input, store))),
    )

  return new Map([
    ['CreateTable', writing(dynalite.createTable, dynalite.createTable.action)],
    ['DescribeTable', reading(dynalite.describeTable)],
    ['ListTables', reading(dynalite.listTables)],
    ['DescribeTimeToLive', checked(describeTimeToLiveRules, describeTimeToLiveOperation(store))],
    ['UpdateTimeToLive', checked(updateTimeToLiveRules, updateTimeToLiveOperation(store, inTurn))],
    ['GetItem', reading(dynalite.getItem)],
    ['PutItem', conditional(dynalite.putItem, putItem)],
    ['UpdateItem', conditional(dynalite.updateItem, updateItem)],
    ['DeleteItem', conditional(dynalite.deleteItem, dynalite.deleteItem.action)],
    [
      'Query',
      checked(dynalite.query.rules, async (input) => {
        await refuseInvalidQuery(store, input)
        return runAction(dynalite.query.action, store, input)
      }),
    ],
    ['Scan', reading(dynalite.scan)],
    ['BatchGetItem', reading(dynalite.batchGetItem)],
    ['BatchWriteItem', writing(dynalite.batchWriteItem, batchWriteItem)],
    ['TransactWriteItems', checked(transactWriteItemsRules, transactWriteItemsOperation(store, inTurn, tokens))],
    ['TransactGetItems', checked(transactGetItemsRules, transactGetItemsOperation(store, inTurn))],
  ])
}

async function rethrowWithItem(error: unknown, input: ActionInput, store: DynaliteStore): Promise<never> {
  if (isDynamodbRefusal(error, 'ConditionalCheckFailedException')) {
    const Item = await readConflictingItem(store, input)
    if (Item) Object.assign(error.body, { Item })
  }
  throw error
}
