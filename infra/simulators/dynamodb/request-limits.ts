import { expressionValuesProblem, itemProblem } from './document-limits.ts'
import type { ActionInput, DynaliteStore } from './dynalite.ts'
import { expressionLengthProblem, parsedExpressionProblem } from './expression-limits.ts'

type Part = Partial<ActionInput>

/** A request that may contain others: a batch lists them by table, and a transaction by the name of their operation. */
export interface CompositeRequest extends Part {
  RequestItems?: Record<string, Part | Member[]>
  TransactItems?: Member[]
}

/** A request under the name of its operation. */
type Member = { [operation in string]?: Part }

type Custom<Checked> = ((input: Checked, store: DynaliteStore) => string | undefined) | undefined

/**
 * Returns a check of a request that combines dynalite's own check with DynamoDB's limits of expressions and documents, which
 * dynalite does not know.
 */
export function withLimitChecks<Checked extends CompositeRequest>(custom: Custom<Checked>): Custom<Checked> {
  return (input, store) =>
    firstProblem(partsOf(input), (part) => expressionLengthProblem(part) ?? (part.Item && itemProblem(part.Item))) ??
    // The values of a transaction's actions are not checked here, because DynamoDB checks only the item that results from an
    // action.
    (input.ExpressionAttributeValues && expressionValuesProblem(input.ExpressionAttributeValues)) ??
    custom?.(input, store) ??
    firstProblem(partsOf(input), parsedExpressionProblem)
}

function partsOf({ RequestItems = {}, TransactItems = [], ...input }: CompositeRequest): Part[] {
  const inBatch = Object.values(RequestItems).flatMap((table) =>
    Array.isArray(table) ? table.flatMap(valuesOf) : table,
  )
  return [input, ...inBatch, ...TransactItems.flatMap(valuesOf)]
}

const valuesOf = (member: Member) => Object.values(member).flatMap((part) => part ?? [])

function firstProblem(parts: readonly Part[], problemOf: (part: Part) => string | undefined): string | undefined {
  for (const part of parts) {
    const problem = problemOf(part)
    if (problem) return problem
  }
  return undefined
}
