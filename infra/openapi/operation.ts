import type { Route } from '#shared/api/areas.ts'
import { type Access, bodyLimitsOf, type Entry } from '#shared/api/contract.ts'
import { photoTypes } from '#shared/model/completion.ts'
import type { ExampleOf } from './examples.ts'
import type { Json } from './json.ts'
import { parametersOf } from './parameters.ts'
import { refusalsOf } from './refusals.ts'
import type { Schemas } from './schemas.ts'
import { tagOf } from './tags.ts'

interface Parts {
  schemas: Schemas
  exampleOf: ExampleOf
}

const ref = (name: string) => ({ $ref: `#/components/${name}` })

const accessText = (access: Access) => (typeof access === 'string' ? access : `any of ${access.anyOf.join(', ')}`)

/** One call as OpenAPI describes it. */
export function operationOf({ name, entry }: Route, parts: Parts): Json {
  const alias = entry.aliasOf && `The same operation as \`${entry.aliasOf}\`: new programs call that one.`
  const description = [alias, entry.description].filter(Boolean).join('\n\n')
  return {
    operationId: name,
    summary: entry.summary,
    ...(description && { description }),
    ...(entry.aliasOf && { deprecated: true }),
    tags: [tagOf(entry.path)],
    'x-access': accessText(entry.access),
    security: entry.access === 'public' ? [] : [{ bearer: [] }],
    parameters: parametersOf(entry, parts.schemas),
    ...(entry.body && {
      requestBody: { required: true, content: sentContent(entry, parts) },
      'x-body-limit-bytes': bodyLimitsOf(entry),
    }),
    responses: {
      [entry.success]: successOf(entry, parts),
      ...(entry.conditional && { 304: same }),
      ...refusalsOf(entry),
    },
  }
}

/** Without a body. */
const same: Json = {
  description: 'The answer is still that of the `ETag` in `If-None-Match`.',
  headers: { 'x-request-id': ref('headers/RequestId'), ETag: ref('headers/ETag') },
}

function successOf(entry: Entry, { schemas, exampleOf }: Parts): Json {
  const schema = entry.answer && schemas.refer(entry.answer(), 'output')
  const content = schema && { schema, example: exampleOf(schema, { tag: tagOf(entry.path) }) }
  const description = { 200: entry.paged ? 'A page of the list.' : 'The answer.', 201: 'What was made.', 204: 'Done.' }
  return {
    description: description[entry.success],
    headers: {
      'x-request-id': ref('headers/RequestId'),
      ...(entry.paged && { Link: ref('headers/Link') }),
      ...(entry.location && { Location: ref('headers/Location') }),
      ...(entry.conditional && { ETag: ref('headers/ETag') }),
    },
    ...(content && { content: { 'application/json': content } }),
  }
}

function sentContent({ path, body, media = ['json'] }: Entry, { schemas, exampleOf }: Parts): Json {
  if (!body) return {}
  const schema = schemas.refer(body(), 'input')
  const example = exampleOf(schema, { tag: tagOf(path) })
  return {
    ...(media.includes('json') && { 'application/json': { schema, example } }),
    ...(media.includes('form') && { 'multipart/form-data': formOf(schema, example) }),
  }
}

const formOf = (data: Json, example: unknown): Json => ({
  schema: {
    type: 'object',
    required: ['data'],
    properties: {
      data,
      delivery_photo: { type: 'string', format: 'binary', description: 'A picture of at most 4 MB.' },
    },
  },
  encoding: {
    data: { contentType: 'application/json' },
    delivery_photo: { contentType: photoTypes.join(', ') },
  },
  example: { data: example },
})
