/* Corrections of dynalite's operations where dynalite answers differently from DynamoDB, as far as Carelane could notice. */

import { updatedItemProblem } from './document-limits.ts'
import {
  type ActionInput,
  type DynaliteOperation,
  type DynaliteStore,
  type DynamodbItem,
  dynalite,
  type IndexDescription,
  type TableDescription,
  validationError,
} from './dynalite.ts'
import { indexKeyProblem, queryKeyProblem, updatedIndexKeyProblem } from './key-limits.ts'
import { findTable } from './run-action.ts'

/** Also checks the item's keys in indexes, which dynalite does not do. */
export const putItem: DynaliteOperation = (store, input, done) =>
  dynalite.putItem.action(judging(store, indexKeyProblem), input, done)

export const batchWriteItem: DynaliteOperation = (store, input, done) =>
  dynalite.batchWriteItem.action(judging(store, indexKeyProblem), input, done)

/**
 * Corrects three behaviours of dynalite: it removes elements of a list one after the other, so that the later ones have moved by
 * then; it returns empty attributes where DynamoDB returns none; and it does not check the item, or its keys in indexes, after the
 * update.
 */
export const updateItem: DynaliteOperation = (store, input, done) => {
  const sections = input._updates?.sections.toSorted((a, b) => removalOrder(a) - removalOrder(b))
  dynalite.updateItem.action(
    judging(store, (item, table) => updatedIndexKeyProblem(item, table) ?? updatedItemProblem(item)),
    { ...input, ...(sections && { _updates: { ...input._updates, sections } }) },
    (error, answer) => {
      const { Attributes, ...rest } = answer ?? {}
      done(error, Attributes && Object.keys(Attributes).length > 0 ? answer : rest)
    },
  )
}

/**
 * Returns a number by which the actions of an update are sorted. Removals come last, and those from a list run from its end to its
 * start.
 */
function removalOrder({ type, path }: { type: string; path: (string | number)[] }): number {
  const last = path.at(-1)
  if (type !== 'remove') return Number.MIN_SAFE_INTEGER
  return typeof last === 'number' ? -last : 0
}

/** Returns a store that checks every item written to it, and refuses the write if there is a problem. */
function judging(
  store: DynaliteStore,
  problemOf: (item: DynamodbItem, table: TableDescription) => string | undefined,
): DynaliteStore {
  return {
    ...store,
    getItemDb(name) {
      const part = store.getItemDb(name)
      return {
        ...part,
        put: (key, item, done) =>
          store.getTable(name, (error, table) => {
            const problem = table && problemOf(item, table)
            if (error || problem) done(error ?? validationError(String(problem)))
            else part.put(key, item, done)
          }),
      }
    },
  }
}

/**
 * Throws DynamoDB's refusal of a query that dynalite would answer: dynalite finds nothing for an impossible key, and treats an
 * attribute that an index does not project as absent.
 */
export async function refuseInvalidQuery(store: DynaliteStore, input: ActionInput): Promise<void> {
  const table = await findTable(store, input.TableName)
  const index = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === input.IndexName)
  const problem = queryKeyProblem(input, table, index) ?? (index && projectionProblem(input, table, index))
  if (problem) throw validationError(problem)
}

function projectionProblem(input: ActionInput, table: TableDescription, index: IndexDescription): string | undefined {
  if (index.Projection.ProjectionType === 'ALL') return undefined
  const keys = [...table.KeySchema, ...index.KeySchema].map(({ AttributeName }) => AttributeName)
  const projected = new Set([...keys, ...(index.Projection.NonKeyAttributes ?? [])])
  const missing = (names: string[]) => names.filter((name) => !projected.has(name)).join(', ')

  const filtered = missing(Object.keys(input._filter?.pathHeads ?? {}))
  if (filtered) {
    return `One or more parameter values were invalid: Secondary index ${index.IndexName} does not project one or more filter attributes: [${filtered}]`
  }
  const shown = missing((input._projection?.paths ?? []).map((path) => String([path].flat()[0])))
  return shown
    ? `One or more parameter values were invalid: Global secondary index ${index.IndexName} does not project [${shown}]`
    : undefined
}
