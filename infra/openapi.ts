import * as z from 'zod/mini'
import { builtRoutes, type Route } from '#shared/api/areas.ts'
import { type Access, bodyLimitsOf, type Entry, type Schema } from '#shared/api/contract.ts'

type Json = Record<string, unknown>

/** What a schema takes; what JSON Schema cannot say (a refinement, a conversion) is left out of it. */
const jsonSchema = (schema: Schema, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

/** OpenAPI 3.1 of every built call, made from the contract. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const route of builtRoutes()) {
    const { path, method } = route.entry
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Carelane', version: '1' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: errorSchema },
    },
  }
}

const errorSchema = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      oneOf: [
        { type: 'string' },
        {
          type: 'array',
          items: {
            type: 'object',
            required: ['loc', 'msg', 'type'],
            properties: {
              loc: { type: 'array', items: { type: ['string', 'integer'] } },
              msg: { type: 'string' },
              type: { type: 'string' },
            },
          },
        },
      ],
    },
    request_id: { type: 'string' },
  },
}

const accessText = (access: Access) => (typeof access === 'string' ? access : `any of ${access.anyOf.join(', ')}`)

function operationOf({ area, name, entry }: Route): Json {
  return {
    operationId: name,
    tags: [area],
    'x-access': accessText(entry.access),
    security: entry.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [...pathParameters(entry), ...queryParameters(entry), ...headerParameters(entry)],
    ...(entry.body && { requestBody: { required: true, content: bodyContent(entry, entry.body()) } }),
    'x-body-limit-bytes': bodyLimitsOf(entry),
    responses: {
      [entry.success]: {
        description: entry.paged ? 'A page; `Link` names the next one' : 'Done',
        ...(entry.answer && { content: { 'application/json': { schema: jsonSchema(entry.answer(), 'output') } } }),
        ...(entry.location && { headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } } }),
      },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function bodyContent({ media = ['json'] }: Entry, body: Schema): Json {
  const data = jsonSchema(body, 'input')
  const form = {
    type: 'object',
    required: ['data'],
    properties: { data, delivery_photo: { type: 'string', contentMediaType: 'image/*' } },
  }
  return {
    ...(media.includes('json') && { 'application/json': { schema: data } }),
    ...(media.includes('form') && { 'multipart/form-data': { schema: form } }),
  }
}

const pathParameters = ({ path }: Entry) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: name === 'date' ? 'date' : 'uuid' },
  }))

function queryParameters({ query }: Entry) {
  if (!query) return []
  const { properties = {}, required = [] } = z.toJSONSchema(query(), { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const headerParameters = ({ idempotent, versioned }: Entry) => [
  ...(idempotent ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', format: 'uuid' } }] : []),
  ...(versioned ? [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }] : []),
]

if (import.meta.main) process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
