import type { ApiRoute } from '#shared/api/areas.ts'
import { bodyLimitsOf, type CallAccess, type Entry } from '#shared/api/contract.ts'
import { findCallDocs } from '#shared/api-docs/find-call-docs.ts'
import { photoTypes } from '#shared/model/completion.ts'
import type { BuiltDocumentSchemas } from './document-schemas.ts'
import type { JsonObject } from './json.ts'
import { describeParameters } from './parameters.ts'
import { describeRefusals } from './refusals.ts'
import { tagOf } from './tags.ts'

const ref = (name: string) => ({ $ref: `#/components/${name}` })

const accessText = (access: CallAccess) => (typeof access === 'string' ? access : `any of ${access.anyOf.join(', ')}`)

/** Returns the OpenAPI description of one call. */
export function describeOperation(route: ApiRoute, schemas: BuiltDocumentSchemas): JsonObject {
  const { name, entry } = route
  const { summary, description: ownDescription, refusals, aliasOf } = findCallDocs(route)
  const alias = aliasOf && `The same operation as \`${aliasOf}\`. New programs should use that one.`
  const description = [alias, ownDescription].filter(Boolean).join('\n\n')
  return {
    operationId: name,
    summary,
    ...(description && { description }),
    ...(aliasOf && { deprecated: true }),
    tags: [tagOf(entry.path)],
    'x-access': accessText(entry.access),
    security: entry.access === 'public' ? [] : [{ bearer: [] }, ...(entry.takesKey ? [{ key: [] }] : [])],
    parameters: describeParameters(entry, schemas),
    ...(entry.body && {
      requestBody: { required: true, content: sentContent(entry, schemas) },
      'x-body-limit-bytes': bodyLimitsOf(entry),
    }),
    responses: {
      [entry.success]: successOf(entry, schemas),
      ...(entry.conditional && { 304: same }),
      ...describeRefusals(entry, refusals),
    },
  }
}

/** The response 304, which has no body. */
const same: JsonObject = {
  description: 'The response still matches the `ETag` in `If-None-Match`.',
  headers: { 'x-request-id': ref('headers/RequestId'), ETag: ref('headers/ETag') },
}

function successOf(entry: Entry, schemas: BuiltDocumentSchemas): JsonObject {
  const schema = entry.answer && schemas.refer(entry.answer(), 'output')
  const description = {
    200: entry.paged ? 'A page of the list.' : 'The response.',
    201: 'The created resource.',
    202: 'The job that was started.',
    204: 'Done.',
  }
  return {
    description: description[entry.success],
    headers: {
      'x-request-id': ref('headers/RequestId'),
      ...(entry.paged && { Link: ref('headers/Link') }),
      ...(entry.readsBack && { 'x-read-to': ref('headers/ReadTo') }),
      ...(entry.opensLook && { 'x-look': ref('headers/Look') }),
      ...(entry.location && { Location: ref('headers/Location') }),
      ...(entry.conditional && { ETag: ref('headers/ETag') }),
    },
    ...(schema && { content: { 'application/json': { schema } } }),
  }
}

function sentContent({ body, media = ['json'] }: Entry, schemas: BuiltDocumentSchemas): JsonObject {
  if (!body) return {}
  const schema = schemas.refer(body(), 'input')
  return {
    ...(media.includes('json') && { 'application/json': { schema } }),
    ...(media.includes('form') && { 'multipart/form-data': formOf(schema) }),
  }
}

const formOf = (data: JsonObject): JsonObject => ({
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
})
