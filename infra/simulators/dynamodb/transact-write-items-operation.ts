import { createHash } from 'node:crypto'
import type { ActionInput, DynaliteOperation, DynaliteStore, ParameterRules } from './dynalite.ts'
import { dynalite } from './dynalite.ts'
import { putItem, updateItem } from './gaps.ts'
import type { RequestTokens } from './request-tokens.ts'
import { returnValuesOnFailureRules } from './return-values-on-failure-rules.ts'
import { readItemWithCapacity, runAction } from './run-action.ts'
import {
  checkTransactionSize,
  checkTransactionTargets,
  performTransactionSteps,
  pickParameterRules,
  transactItemsRule,
  transactionCapacity,
} from './transaction.ts'
import { recordingStore, type WriteTurn } from './write-turn.ts'

const actions = {
  // dynalite has no ConditionCheck. Its delete checks the condition instead, and the delete's writes are dropped.
  ConditionCheck: { action: dynalite.deleteItem.action, rules: dynalite.deleteItem.rules },
  Put: { action: putItem, rules: dynalite.putItem.rules },
  Update: { action: updateItem, rules: dynalite.updateItem.rules },
  Delete: { action: dynalite.deleteItem.action, rules: dynalite.deleteItem.rules },
} satisfies Record<string, { action: DynaliteOperation; rules: typeof dynalite.putItem.rules }>

type ActionName = keyof typeof actions
type Member = Partial<Record<ActionName, ActionInput>>

interface TransactWriteInput extends Pick<ActionInput, 'ReturnConsumedCapacity'> {
  TransactItems: Member[]
  ClientRequestToken?: string
}

const actionNames = ['ConditionCheck', 'Put', 'Update', 'Delete'] as const
const mandatory = { type: 'String', notNull: true }

export const transactWriteItemsRules = {
  types: {
    ClientRequestToken: { type: 'String', lengthGreaterThanOrEqual: 1, lengthLessThanOrEqual: 36 },
    ...pickParameterRules(dynalite.putItem.rules.types, ['ReturnConsumedCapacity', 'ReturnItemCollectionMetrics']),
    TransactItems: transactItemsRule('TransactWriteItem', {
      ConditionCheck: actionRule('ConditionCheck', { ConditionExpression: mandatory }),
      Put: actionRule('Put'),
      Update: actionRule('Update', { UpdateExpression: mandatory }),
      Delete: actionRule('Delete'),
    }),
  },
  custom({ TransactItems }: TransactWriteInput, store: DynaliteStore): string | undefined {
    for (const member of TransactItems) {
      const [first, second] = actionsIn(member)
      if (!first) return 'Invalid Request: TransactWriteRequest should contain Delete or Put or Update request'
      if (second) return 'TransactItems can only contain one of Check, Put, Update or Delete'
      const wrong = actions[first.name].rules.custom?.(first.input, store)
      if (wrong) return wrong
    }
    return undefined
  },
}

function actionRule(name: ActionName, mandatory: ParameterRules = {}) {
  const types = pickParameterRules(actions[name].rules.types, [
    'TableName',
    'Key',
    'Item',
    'ConditionExpression',
    'UpdateExpression',
    'ExpressionAttributeNames',
    'ExpressionAttributeValues',
  ])
  return { type: `FieldStruct<${name}>`, children: { ...types, ...mandatory, ...returnValuesOnFailureRules } }
}

function actionsIn(member: Member): { name: ActionName; input: ActionInput }[] {
  return actionNames.flatMap((name) => {
    const input = member[name]
    return input ? [{ name, input }] : []
  })
}

/**
 * Returns the operation TransactWriteItems. Every action of a transaction sees the store as it was before the transaction. The
 * writes of the actions are only noted, and are committed together if no action is refused.
 */
export function transactWriteItemsOperation(store: DynaliteStore, inTurn: WriteTurn, tokens: RequestTokens) {
  return ({
    TransactItems,
    ClientRequestToken: token,
    ReturnConsumedCapacity,
  }: TransactWriteInput): Promise<object> => {
    const digest = digestOf(TransactItems)
    const steps = TransactItems.flatMap(actionsIn)
    const inputs = steps.map(({ input }) => input)
    return inTurn(async (noting, notes) => {
      if (token && (await tokens.isDone(token, digest))) {
        const reads = await Promise.all(inputs.map((input) => readItemWithCapacity(store, input)))
        return transactionCapacity(ReturnConsumedCapacity, 'Read', reads)
      }
      await checkTransactionTargets(store, inputs)
      const answers = await performTransactionSteps(
        steps.map(({ name, input }) => ({
          input,
          answer: () =>
            runAction(actions[name].action, name === 'ConditionCheck' ? recordingStore(store, []) : noting, {
              ...input,
              ReturnValues: 'ALL_NEW',
              ReturnConsumedCapacity: 'TOTAL',
            }),
        })),
        store,
      )
      checkTransactionSize(inputs.map(({ Item, Key }, place) => answers[place]?.Attributes ?? Item ?? Key ?? {}))
      if (token) notes.push(tokens.noteOf(token, digest))
      return transactionCapacity(ReturnConsumedCapacity, 'Write', answers)
    })
  }
}

/** Returns a hash of a request that does not depend on the order of attributes, so that the same request is recognised. */
function digestOf(value: unknown): string {
  const inOrder = (_name: string, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  return createHash('sha256').update(JSON.stringify(value, inOrder)).digest('base64')
}
