import type { ParameterRule, ParameterRules } from './dynalite.ts'
import {
  type ActionAnswer,
  type ActionInput,
  createStoreKey,
  type DynaliteStore,
  type DynamodbItem,
  type DynamodbRefusal,
  findKeyRefusal,
  itemSize,
  validationError,
} from './dynalite.ts'
import { dynamodbRefusal, findTable, isDynamodbRefusal, itemKeyOf, readConflictingItem } from './run-action.ts'

const sizeLimit_bytes = 4 * 1024 * 1024

interface CancellationReason {
  Code: string
  Message?: string
  Item?: DynamodbItem
}

interface Step {
  input: ActionInput
  answer(): Promise<ActionAnswer>
}

/** Returns the rule for the list of actions in a transaction. Each member of the list has one of the given operations. */
export function transactItemsRule(member: string, operations: ParameterRules): ParameterRule {
  return {
    type: 'List',
    notNull: true,
    lengthGreaterThanOrEqual: 1,
    lengthLessThanOrEqual: 100,
    children: { type: `ValueStruct<${member}>`, children: operations },
  }
}

export function pickParameterRules(types: ParameterRules, names: readonly string[]): ParameterRules {
  return Object.fromEntries(Object.entries(types).filter(([name]) => names.includes(name)))
}

/**
 * Checks the tables and keys of a transaction. Throws a ResourceNotFoundException for a missing table, or a ValidationException for
 * two operations on one item. An invalid key is left to the action that names it.
 */
export async function checkTransactionTargets(store: DynaliteStore, inputs: readonly ActionInput[]): Promise<void> {
  const seen = new Set<string>()
  for (const input of inputs) {
    const table = await findTable(store, input.TableName)
    const key = itemKeyOf(input, table)
    if (findKeyRefusal(key, table)) continue
    const target = `${input.TableName}/${createStoreKey(key, table)}`
    if (seen.has(target)) {
      throw validationError('Transaction request cannot include multiple operations on one item')
    }
    seen.add(target)
  }
}

export function checkTransactionSize(items: readonly DynamodbItem[]): void {
  if (items.reduce((size, item) => size + itemSize(item), 0) > sizeLimit_bytes) {
    throw validationError('The aggregate size of the items in the transaction cannot exceed 4 MB')
  }
}

/**
 * Performs all steps and returns their answers. If a step's condition fails or a value in it is invalid, throws a
 * TransactionCanceledException with a reason for each step. Throws any other error of a step at once.
 */
export async function performTransactionSteps(steps: readonly Step[], store: DynaliteStore): Promise<ActionAnswer[]> {
  const answers: ActionAnswer[] = []
  const reasons: CancellationReason[] = []
  for (const step of steps) {
    try {
      answers.push(await step.answer())
      reasons.push({ Code: 'None' })
    } catch (error) {
      reasons.push(await reasonOf(error, step.input, store))
    }
  }
  if (answers.length === steps.length) return answers
  const codes = reasons.map(({ Code }) => Code).join(', ')
  throw dynamodbRefusal(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: reasons },
  )
}

async function reasonOf(error: unknown, input: ActionInput, store: DynaliteStore): Promise<CancellationReason> {
  if (isDynamodbRefusal(error, 'ValidationException') && !isEmptyKey(error)) {
    return { Code: 'ValidationError', Message: error.body.message }
  }
  if (!isDynamodbRefusal(error, 'ConditionalCheckFailedException')) throw error
  const Item = await readConflictingItem(store, input)
  return { Code: 'ConditionalCheckFailed', Message: error.body.message, ...(Item && { Item }) }
}

/**
 * Returns whether the refusal is about an empty key. For an empty key DynamoDB refuses the whole request, while a key of the wrong
 * type cancels the transaction with a reason.
 */
const isEmptyKey = ({ body }: DynamodbRefusal) => body.message.includes('cannot contain an empty')

/**
 * Returns the part of the response that says which capacity a transaction consumed: twice as much as its operations would cost
 * alone. Empty if the request does not ask for it.
 */
export function transactionCapacity(
  mode: ActionInput['ReturnConsumedCapacity'],
  kind: 'Read' | 'Write',
  answers: readonly ActionAnswer[],
): object {
  if (mode !== 'TOTAL' && mode !== 'INDEXES') return {}
  const units = new Map<string, number>()
  for (const { TableName, CapacityUnits } of answers.flatMap(({ ConsumedCapacity }) => ConsumedCapacity ?? [])) {
    units.set(TableName, (units.get(TableName) ?? 0) + 2 * CapacityUnits)
  }
  return {
    ConsumedCapacity: [...units].map(([TableName, CapacityUnits]) => {
      const capacity = { CapacityUnits, [`${kind}CapacityUnits`]: CapacityUnits }
      return { TableName, ...capacity, ...(mode === 'INDEXES' && { Table: capacity }) }
    }),
  }
}
