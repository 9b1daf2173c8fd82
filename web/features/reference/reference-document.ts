import { useQuery } from '@tanstack/react-query'
import { openApiPath } from '#shared/api/document-path.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { loadFont } from '../../lib/browser/load-font.ts'

/** A JSON Schema in the document. The page lists keywords that are not declared here, such as `maxLength`, with their values. */
export interface DocumentSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: DocumentSchema[]
  oneOf?: DocumentSchema[]
  items?: DocumentSchema
  properties?: Record<string, DocumentSchema>
  required?: string[]
  examples?: unknown[]
}

export interface DocumentParameter {
  $ref?: string
  name?: string
  in?: string
  required?: boolean
  description?: string
  schema?: DocumentSchema
  example?: unknown
}

type Content = Record<string, { schema: DocumentSchema; encoding?: Record<string, { contentType: string }> }>

export interface DocumentBody {
  content: Content
}

export interface DocumentAnswer {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Content
}

export interface DocumentOperation {
  operationId: string
  summary: string
  description?: string
  deprecated?: boolean
  tags: string[]
  /** Who may make the call: `public`, `signedIn`, `tenantAdmin`, or `any of` a list of permissions. */
  'x-access': string
  /** The maximum size of a JSON body, and of a form with files, in bytes. */
  'x-body-limit-bytes'?: { json: number; form?: number }
  /** The accepted kinds of token, by the scheme's name. Empty for a call that needs no token. */
  security: Record<string, string[]>[]
  parameters: DocumentParameter[]
  requestBody?: DocumentBody
  responses: Record<string, DocumentAnswer>
}

/** The part of the OpenAPI document that this page reads. */
export interface ReferenceDocument {
  info: { title: string; version: string; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DocumentOperation>>
  components: {
    securitySchemes: Record<string, { scheme: string; bearerFormat?: string; description: string }>
    parameters: Record<string, DocumentParameter>
    headers: Record<string, { description: string; example: unknown }>
    schemas: Record<string, DocumentSchema>
  }
}

async function readDocument(): Promise<ReferenceDocument> {
  const [answer] = await Promise.all([fetch(openApiPath), loadFont()])
  if (!answer.ok) throw new Error(`${openApiPath} returned ${answer.status}`)
  return answer.json()
}

export const useReferenceDocument = () => useQuery({ queryKey: ['reference'], queryFn: readDocument }, queryClient)

/** Returns the name at the end of a reference to a shared part of the document: `#/components/schemas/Run` → `Run`. */
export const lastSegment = (reference = '') => reference.split('/').at(-1) ?? ''
