import type { Statement } from './policies.ts'
import { textOf } from './synthesise.ts'

/** What a function asks, as IAM sees it. */
interface Asked {
  /** `dynamodb:GetItem` */
  action: string
  /** As `textOf` writes it. */
  resource: string
  /** What the request says of itself, by condition key; a key that it does not say is not there. */
  context: Readonly<Record<string, readonly string[]>>
}

/** IAM's answer: nothing is allowed that no statement allows, and nothing that one denies. */
export function isAllowed(statements: readonly Statement[], asked: Asked): boolean {
  const matching = statements.filter((statement) => applies(statement, asked))
  return matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny')
}

function applies({ Action, Resource, Condition = {} }: Statement, { action, resource, context }: Asked): boolean {
  // IAM takes the names of actions in capitals or not.
  const isNamed = [Action].flat().some((pattern) => isLike(pattern.toLowerCase(), action.toLowerCase()))
  const isMeant = [Resource].flat().some((pattern) => isLike(textOf(pattern), resource))
  return isNamed && isMeant && Object.entries(Condition).every(([operator, keys]) => holds(operator, keys, context))
}

/** Every key of an operator has to hold. */
const holds = (operator: string, keys: Readonly<Record<string, unknown>>, context: Asked['context']) =>
  Object.entries(keys).every(([key, wanted]) => {
    const patterns = [wanted].flat().map(textOf)
    const values = context[key]
    if (operator === 'Null') return (values === undefined) === (patterns[0] === 'true')
    // A negated comparison holds of what a request does not say.
    if (operator === 'ArnNotLike') return !(values ?? []).some(comparisonOf('StringLike', patterns))
    const [, quantifier, comparison = ''] = /^(ForAllValues:|ForAnyValue:)?(\w+)$/.exec(operator) ?? []
    const fits = comparisonOf(comparison, patterns)
    // Of no value at all, everything is true for all of them, and nothing for any.
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

/** `*` is any text, `?` any one character. */
function isLike(pattern: string, value: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, 's').test(value)
}
