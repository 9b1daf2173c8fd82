import type { ActionInput, ExpressionOperand } from './dynalite.ts'

const longest_bytes = 4096
const deepestPath = 32
const mostOperators = 300
const mostOperandsOfIn = 100

const parameters = [
  'UpdateExpression',
  'ProjectionExpression',
  'ConditionExpression',
  'KeyConditionExpression',
  'FilterExpression',
] as const

/** Returns DynamoDB's refusal of an expression that is too long, if there is one. */
export function expressionLengthProblem(input: Partial<ActionInput>): string | undefined {
  const parameter = parameters.find((name) => (input[name]?.length ?? 0) > longest_bytes)
  if (!parameter) return undefined
  const refusal = `Invalid ${parameter}: Expression size has exceeded the maximum allowed size;`
  const namesSize = parameter !== 'UpdateExpression' && parameter !== 'ProjectionExpression'
  return namesSize ? `${refusal} expression size: ${input[parameter]?.length}` : refusal
}

/**
 * Returns DynamoDB's refusal of a parsed expression that has too many operators, values after IN, or path levels, if there is one.
 */
export function parsedExpressionProblem({
  _updates,
  _projection,
  _condition,
  _keyCondition,
  _filter,
}: Partial<ActionInput>) {
  return (
    tooMuchIn(
      'UpdateExpression',
      _updates?.sections.flatMap(({ path, val = [] }) => [path, val]),
    ) ??
    tooMuchIn(
      'ProjectionExpression',
      _projection?.paths.map((path) => [path].flat()),
    ) ??
    tooMuchIn('ConditionExpression', _condition && [_condition.expression]) ??
    tooMuchIn('KeyConditionExpression', _keyCondition && [_keyCondition.expression]) ??
    tooMuchIn('FilterExpression', _filter && [_filter.expression])
  )
}

function tooMuchIn(
  parameter: (typeof parameters)[number],
  operands: readonly ExpressionOperand[] = [],
): string | undefined {
  const all = operands.flatMap(within)
  const levels = Math.max(0, ...all.map((operand) => (Array.isArray(operand) ? operand.length : 0)))
  if (levels > deepestPath) {
    return `Invalid ${parameter}: The document path has too many nesting levels; nesting levels: ${levels}`
  }
  const operators = all.filter((operand) => 'args' in operand)
  if (operators.length > mostOperators) {
    return `Invalid ${parameter}: The expression contains too many operators; operator count: ${mostOperators + 1}`
  }
  const operandsOfIn = Math.max(0, ...operators.map(({ type, args }) => (type === 'in' ? args.length - 1 : 0)))
  if (operandsOfIn > mostOperandsOfIn) {
    return `Invalid ${parameter}: The IN operator is provided with too many operands; number of operands: ${operandsOfIn}`
  }
  return undefined
}

/** Returns the operand itself and all operands inside it. */
const within = (operand: ExpressionOperand): ExpressionOperand[] =>
  'args' in operand ? [operand, ...operand.args.flatMap(within)] : [operand]
