import type { Entry } from '#shared/api/contract.ts'
import {
  answeredSchema,
  type DescribedCall,
  type DescribedSchema,
  describedCall,
  type Parameter,
  parameterValue,
  queryParametersOf,
  resolvedSchema,
  sentSchema,
  violationsOf,
} from './document.ts'
import type { TestRequest, TestResponse } from './test-app.ts'

/**
 * Matches the messages that refuse a text for its characters or its length. The document does not repeat for each call what its
 * schemas cannot say about this: its introduction says that unpaired surrogates are refused and that lengths count UTF-16 code
 * units.
 */
const generalRules = /^(Contains a character that is not allowed|.*at most .* characters)$/

/** Compares a request and its response with the OpenAPI document's description of the call. Throws if they disagree. */
export function compareWithDocument(entry: Entry, sent: TestRequest, received: TestResponse): void {
  const described = describedCall(entry)
  const wrong =
    wrongAnswer(described, received) ?? wrongBody(described, sent, received) ?? wrongQuery(described, sent, received)
  if (wrong) throw new Error(`${entry.method} ${entry.path} ${received.status} and the document part: ${wrong}`)
}

function wrongAnswer(described: DescribedCall, { status, body, text }: TestResponse): string | undefined {
  // If a function died, the gateway responds for it with this 502, which the document does not describe.
  if (status === 502 && text === '') return undefined
  if (!described.responses[status]) return `it knows no ${status}: ${text}`
  const schema = answeredSchema(described, status)
  if (!schema) return undefined
  const [problem] = violationsOf(schema, body)
  return problem && `the answer is not what it says: ${problem}`
}

function wrongBody(
  described: DescribedCall,
  { body }: TestRequest,
  { status, body: answer }: TestResponse,
): string | undefined {
  const schema = sentSchema(described)
  if (!schema || body === undefined || (status >= 300 && status !== 422)) return undefined
  const problems = violationsOf(schema, withTrimmedTexts(JSON.parse(JSON.stringify(body))))
  if (status !== 422) return problems[0] && `it forbids what was taken: ${problems[0]}`
  if (problems.length > 0) return undefined
  const unnamed = answer.detail.filter((problem: Problem) => !isNamed(described, problem))
  return unnamed.length > 0 ? `it does not name the rule: ${JSON.stringify(unnamed)}` : undefined
}

function wrongQuery(
  described: DescribedCall,
  { query = {} }: TestRequest,
  { status, body: answer }: TestResponse,
): string | undefined {
  const parameters = queryParametersOf(described)
  if (parameters.size === 0 || (status >= 300 && status !== 422)) return undefined
  const wrong = [...parameters].flatMap(([name, parameter]) => problemsOf(parameter, query[name], name))
  if (status !== 422) return wrong[0] && `it forbids what was taken: ${wrong[0]}`
  if (wrong.length > 0) return undefined
  const unnamed = answer.detail.filter((problem: Problem) => !isQueryNamed(described, problem))
  return unnamed.length > 0 ? `it does not name the rule: ${JSON.stringify(unnamed)}` : undefined
}

/** Returns what is wrong with the value of a query parameter. The value is undefined if the parameter was not sent. */
function problemsOf(parameter: Parameter, value: string | number | undefined, name: string): string[] {
  if (value === undefined) return parameter.required ? [`without ${name}`] : []
  const read = parameterValue(parameter, String(value).trim())
  return violationsOf(parameter.schema ?? {}, read).map((problem) => `${name} ${problem}`)
}

function isQueryNamed(described: DescribedCall, { loc, msg }: Problem): boolean {
  const [place, name] = loc
  if (place !== 'query' || generalRules.test(msg)) return true
  const words = [described.description, described.responses[422]?.description].join(' ')
  return words.includes(`\`${name}\``)
}

export interface Problem {
  loc: (string | number)[]
  msg: string
}

/**
 * Returns whether the document explains a problem of a 422 response: the field has a description, or the description of the call or
 * of its 422 response names the field. Returns true for general rules and for problems outside the body.
 */
function isNamed(described: DescribedCall, { loc, msg }: Problem): boolean {
  const [place, ...path] = loc
  if (place !== 'body' || generalRules.test(msg)) return true
  if (describedAt(sentSchema(described), path)) return true
  const field = path.findLast((part) => typeof part === 'string')
  const words = [described.description, described.responses[422]?.description].join(' ')
  return words.includes(`\`${field}\``)
}

/** Returns the description of the field at a path of the schema. */
function describedAt(schema: DescribedSchema | undefined, [part, ...rest]: Problem['loc']): string | undefined {
  const here = schema && resolvedSchema(schema)
  if (part === undefined) return here?.description
  return describedAt(typeof part === 'number' ? here?.items : here?.properties?.[part], rest)
}

/** Returns a copy of a value without the blanks around its texts, because the document's rules apply to texts without them. */
export function withTrimmedTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(withTrimmedTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTrimmedTexts(inner)]))
}
