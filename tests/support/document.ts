import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApiDocument } from '#infra/openapi/document.ts'
import type { Entry } from '#shared/api/contract.ts'
import { lazyValue } from '#shared/model/lazy.ts'

/** A schema of the OpenAPI document, as far as tests look into it. */
export interface DescribedSchema {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  properties?: Record<string, DescribedSchema>
  required?: readonly string[]
  items?: DescribedSchema
  anyOf?: readonly DescribedSchema[]
  oneOf?: readonly DescribedSchema[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
  default?: unknown
  additionalProperties?: unknown
}

interface Content {
  schema: DescribedSchema
}

export interface Parameter {
  $ref?: string
  name?: string
  in?: string
  description?: string
  required?: boolean
  explode?: boolean
  schema?: DescribedSchema
}

export interface DescribedCall {
  operationId: string
  summary?: string
  description?: string
  deprecated?: boolean
  tags: string[]
  'x-access': string
  parameters: Parameter[]
  security: Record<string, unknown>[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { description: string; headers?: object; content?: Record<string, Content> }>
}

interface Document {
  info: { description: string }
  paths: Record<string, Record<string, DescribedCall>>
  components: {
    schemas: Record<string, DescribedSchema>
    parameters: Record<string, Parameter>
  }
}

/** The OpenAPI document, as `npm run openapi` prints it. */
export const apiDocument = lazyValue((): Document => JSON.parse(JSON.stringify(openApiDocument())))

/** Returns the document's description of a call. */
export function describedCall({ method, path }: Pick<Entry, 'method' | 'path'>): DescribedCall {
  const described = apiDocument().paths[path]?.[method.toLowerCase()]
  if (!described) throw new Error(`The document does not know ${method} ${path}`)
  return described
}

const judge = lazyValue(() => {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 6, allErrors: true })
  addFormats.default(ajv)
  return ajv.addSchema({ $id: 'document', components: apiDocument().components })
})

const compiled = new Map<string, ValidateFunction>()

/** Returns what is wrong with a value according to a schema of the document. Empty if the value is allowed. */
export function violationsOf(schema: DescribedSchema, value: unknown): string[] {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
  const validate = compiled.get(text) ?? judge().compile(JSON.parse(text))
  compiled.set(text, validate)
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** Returns the schema that a `$ref` points to. A schema without one is returned as it is. */
export function resolvedSchema(schema: DescribedSchema): DescribedSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (apiDocument().components.schemas[name] ?? {})
}

/** Returns the schema of a call's response with a status. Undefined if the document has no JSON response with that status. */
export const answeredSchema = (described: DescribedCall, status: number): DescribedSchema | undefined =>
  described.responses[status]?.content?.['application/json']?.schema

export const sentSchema = ({ requestBody }: DescribedCall): DescribedSchema | undefined =>
  requestBody?.content['application/json']?.schema

/** Returns the query parameters of a call, by name. */
export const queryParametersOf = ({ parameters }: DescribedCall): ReadonlyMap<string, Parameter> =>
  new Map(parameters.flatMap((parameter) => (parameter.in === 'query' ? [[parameter.name ?? '', parameter]] : [])))

/** Returns the value that a text in a URL stands for: a comma-separated list, a whole number, or the text itself. */
export function parameterValue({ explode, schema }: Parameter, text: string): unknown {
  if (explode === false) return text.split(',').map((entry) => entry.trim())
  return schema?.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text
}
