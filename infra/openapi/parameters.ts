import * as z from 'zod/mini'
import { confirmationHeader } from '#shared/api/confirmation-header.ts'
import type { Entry } from '#shared/api/contract.ts'
import { mustBeSentDespiteDefault } from './contract-rules.ts'
import type { BuiltDocumentSchemas } from './document-schemas.ts'
import type { JsonObject } from './json.ts'
import { subjectName } from './subject-name.ts'

const ref = (name: string) => ({ $ref: `#/components/parameters/${name}` })

/** Request headers that several calls accept, by their names in the document. */
export const sharedHeaderParameters: JsonObject = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A UUID chosen by the caller, one for each change that must happen only once. Repeating the call with the same key and body within 24 hours returns the first response and changes nothing. A different body is refused (422).',
    // Don't add the format `uuid`: some generators would turn it into an object, which clients cannot send in a header.
    schema: { type: 'string', pattern: '^\\s*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\s*$' },
    example: '3f0c8a52-6a1e-4d0a-9a55-1f3f6f5f7c11',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `version` that the caller has seen, with or without quotes. If someone has made a change since then, the call is refused (409). Without this header the last change wins.',
    schema: { type: 'string', pattern: '^\\s*"?[0-9]{1,9}"?\\s*$' },
    example: '"3"',
  },
  Confirmation: {
    name: confirmationHeader,
    in: 'header',
    description:
      'The `confirmation` that `confirmIdentity` returned to this session within the last five minutes. It is not needed in the five minutes after a sign-in.',
    schema: { type: 'string' },
    example: 'k1.1764043200.6c0f2b0e-3f2a-4d0a-9a55-1f3f6f5f7c11.Zk9bW1oBzJ3pYHq1s8Xx2g.mac',
  },
  Look: {
    name: 'X-Look',
    in: 'header',
    description:
      'The `x-look` of the response that showed the delivery or the patient. The activity log then counts both calls as one view.',
    schema: { type: 'string' },
    example: 'k1.Zk9bW1oBzJ3pYHq1s8Xx2g',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of the response that the caller already has. If the response would be the same, the call returns 304.',
    schema: { type: 'string' },
    example: '"Zk9bW1oBzJ3pYHq1s8Xx2g"',
  },
}

export const describeParameters = (entry: Entry, schemas: BuiltDocumentSchemas): JsonObject[] => [
  ...pathParameters(entry),
  ...queryParameters(entry, schemas),
  ...(entry.idempotent ? [ref('IdempotencyKey')] : []),
  ...(entry.versioned ? [ref('IfMatch')] : []),
  ...(entry.confirmed ? [ref('Confirmation')] : []),
  ...(entry.withinLook ? [ref('Look')] : []),
  ...(entry.conditional ? [ref('IfNoneMatch')] : []),
]

const pathParameters = ({ path, subject }: Entry): JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...(name === 'token'
      ? { description: 'The token at the end of the recipient’s tracking page URL.', schema: { type: 'string' } }
      : name === 'date'
        ? { description: 'The day of the run.', schema: { type: 'string', format: 'date' } }
        : {
            description: name === 'user_id' ? 'The id of the run’s driver.' : `The ${subjectName(subject)}’s id.`,
            schema: { type: 'string', format: 'uuid' },
          }),
  }))

type AnySchema = z.core.$ZodType

interface QueryField {
  name: string
  isRequired: boolean
  /** If true, the field is a list, whose values are sent separated by commas, and `schema` describes the list. */
  isListed: boolean
  schema: AnySchema
}

/** Returns the query parameters of a call. */
export function queryFields({ query }: Entry): QueryField[] {
  const schema: AnySchema | undefined = query?.()
  if (!(schema instanceof z.ZodMiniObject)) return []
  const { required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries<AnySchema>(schema.shape).map(([name, field]) => {
    const listed = listOf(field)
    const isRequired = required.includes(name) || mustBeSentDespiteDefault(field)
    return { name, isRequired, isListed: listed !== undefined, schema: listed ?? field }
  })
}

function queryParameters(entry: Entry, schemas: BuiltDocumentSchemas): JsonObject[] {
  return queryFields(entry).map(({ name, isRequired, isListed, schema }) => {
    const { description, default: _, ...json } = schemas.refer(schema, 'input')
    return {
      name,
      in: 'query',
      required: isRequired,
      ...(description !== undefined && { description }),
      // This style separates the values by commas. The calls also accept spaces around the commas.
      ...(isListed && { style: 'form', explode: false }),
      schema: json,
    }
  })
}

/** Returns the schema of the list that a comma-separated field contains. Returns undefined for every other field. */
function listOf(field: AnySchema): AnySchema | undefined {
  if (field instanceof z.ZodMiniOptional) return listOf(field.def.innerType)
  if (!(field instanceof z.ZodMiniPipe)) return undefined
  const { in: sent, out } = field.def
  return sent instanceof z.ZodMiniPipe ? out : undefined
}
