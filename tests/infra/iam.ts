import type { Statement } from './policies.ts'
import { textOf } from './synthesise.ts'

/** A function's request as IAM sees it. */
interface Requested {
  /** For example `dynamodb:GetItem`. */
  action: string
  /** The ARN in the form that `textOf` writes. */
  resource: string
  /** The request's values by condition key. A key without a value is missing. */
  context: Readonly<Record<string, readonly string[]>>
}

/** Decides like IAM: a request is refused if any statement denies it, or if none allows it. */
export function isAllowed(statements: readonly Statement[], request: Requested): boolean {
  const matching = statements.filter((statement) => applies(statement, request))
  return matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny')
}

function applies({ Action, Resource, Condition = {} }: Statement, { action, resource, context }: Requested): boolean {
  return (
    // IAM ignores the case of action names.
    [Action].flat().some((pattern) => isLike(pattern.toLowerCase(), action.toLowerCase())) &&
    [Resource].flat().some((pattern) => isLike(textOf(pattern), resource)) &&
    Object.entries(Condition).every(([operator, keys]) => holds(operator, keys, context))
  )
}

/** Whether a request fulfils a condition's operator: all keys of the operator must match. */
const holds = (operator: string, keys: Readonly<Record<string, unknown>>, context: Requested['context']) =>
  Object.entries(keys).every(([key, value]) => {
    const patterns = [value].flat().map(textOf)
    const values = context[key]
    if (operator === 'Null') return (values === undefined) === (patterns[0] === 'true')
    // A negated comparison matches if the request has no value.
    if (operator === 'ArnNotLike') return !(values ?? []).some(comparisonOf('StringLike', patterns))
    const [, quantifier, comparison = ''] = /^(ForAllValues:|ForAnyValue:)?(\w+)$/.exec(operator) ?? []
    const fits = comparisonOf(comparison, patterns)
    // Without values, `ForAllValues` is true and `ForAnyValue` is false.
    if (quantifier === 'ForAllValues:') return (values ?? []).every(fits)
    if (quantifier === 'ForAnyValue:') return (values ?? []).some(fits)
    return values?.every(fits) ?? false
  })

function comparisonOf(comparison: string, patterns: readonly string[]): (value: string) => boolean {
  const like = (value: string) => patterns.some((pattern) => isLike(pattern, value))
  if (comparison === 'StringLike') return like
  if (comparison === 'StringNotLike') return (value) => !like(value)
  if (comparison === 'StringEquals') return (value) => patterns.includes(value)
  throw new Error(`This test does not know the comparison ${comparison}`)
}

/** Whether a value matches an IAM pattern, in which `*` stands for any text and `?` for any one character. */
export function isLike(pattern: string, value: string): boolean {
  const known = patternsSeen.get(pattern) ?? new RegExp(`^${sourceOf(pattern)}$`, 's')
  patternsSeen.set(pattern, known)
  return known.test(value)
}

/** The regular expressions of the patterns. The tests compare a few patterns very often. */
const patternsSeen = new Map<string, RegExp>()

const sourceOf = (pattern: string) =>
  pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
