import type { ActionInput, DynaliteStore } from './dynalite.ts'
import { dynalite } from './dynalite.ts'
import { runAction } from './run-action.ts'
import {
  checkTransactionSize,
  checkTransactionTargets,
  performTransactionSteps,
  pickParameterRules,
  transactItemsRule,
  transactionCapacity,
} from './transaction.ts'
import type { WriteTurn } from './write-turn.ts'

interface TransactGetInput extends Pick<ActionInput, 'ReturnConsumedCapacity'> {
  TransactItems: { Get: ActionInput }[]
}

const fields = ['TableName', 'Key', 'ProjectionExpression', 'ExpressionAttributeNames']

export const transactGetItemsRules = {
  types: {
    ...pickParameterRules(dynalite.getItem.rules.types, ['ReturnConsumedCapacity']),
    TransactItems: transactItemsRule('TransactGetItem', {
      Get: {
        type: 'FieldStruct<Get>',
        notNull: true,
        children: pickParameterRules(dynalite.getItem.rules.types, fields),
      },
    }),
  },
  custom({ TransactItems }: TransactGetInput, store: DynaliteStore): string | undefined {
    return TransactItems.map(({ Get }) => dynalite.getItem.rules.custom?.(Get, store)).find(Boolean)
  },
}

/** Returns the operation TransactGetItems, which reads while no write is running, so that it never sees a transaction half done. */
export function transactGetItemsOperation(store: DynaliteStore, inTurn: WriteTurn) {
  return ({ TransactItems, ReturnConsumedCapacity }: TransactGetInput): Promise<object> =>
    inTurn(async () => {
      const inputs = TransactItems.map(({ Get }) => Get)
      await checkTransactionTargets(store, inputs)
      const steps = inputs.map((input) => ({
        input,
        answer: () =>
          runAction(dynalite.getItem.action, store, {
            ...input,
            ConsistentRead: true,
            ReturnConsumedCapacity: 'TOTAL',
          }),
      }))
      const answers = await performTransactionSteps(steps, store)
      checkTransactionSize(answers.map(({ Item = {} }) => Item))
      return {
        Responses: answers.map(({ Item }) => ({ ...(Item && { Item }) })),
        ...transactionCapacity(ReturnConsumedCapacity, 'Read', answers),
      }
    })
}
