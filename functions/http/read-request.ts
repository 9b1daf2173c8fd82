import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as z from 'zod/mini'
import { bodyLimitsOf, type Entry, type Schema } from '#shared/api/contract.ts'
import { multipartPhotoLimitBytes } from '#shared/model/delivery.ts'
import { isId } from '#shared/model/fields.ts'
import { AppError, notFound } from './app-error.ts'

export interface Input {
  params: Record<string, string>
  query: unknown
  body: unknown
  version: number | undefined
  photo: Uint8Array | undefined
}

/** 413 for a body above the entry's limit. It is not decoded for that. */
export function refuseLargeBody(entry: Entry, event: APIGatewayProxyEventV2): void {
  const { json, form } = bodyLimitsOf(entry)
  const limit = mediaTypeOf(event) === 'multipart/form-data' && form ? form : json
  if (Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8') > limit)
    throw new AppError('tooLarge', `Send at most ${limit / 1024} KB`)
}

/** Parses what an entry takes: 404 for an id that cannot be one, 415, 400, 413, 422 in this order. */
export async function readRequest(entry: Entry, event: APIGatewayProxyEventV2): Promise<Input> {
  const params = readParams(entry, event)
  const query = entry.query && parse(entry.query(), event.queryStringParameters ?? {}, 'query')
  const version = entry.versioned && readVersion(event.headers['if-match'])
  const sent = entry.body ? await readBody(entry, event) : { body: undefined, photo: undefined }
  return { params, query, body: entry.body && parse(entry.body(), sent.body, 'body'), version, photo: sent.photo }
}

function readParams({ subject }: Entry, event: APIGatewayProxyEventV2) {
  const params: Record<string, string> = {}
  for (const [name, value = ''] of Object.entries(event.pathParameters ?? {})) {
    if (!isId(value)) throw notFound(subject ?? 'Page')
    params[name] = value
  }
  return params
}

function parse(schema: Schema, value: unknown, where: 'query' | 'body'): unknown {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message, code }) => ({
    loc: [where, ...path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    msg: message,
    type: code ?? 'value_error',
  }))
  throw new AppError('invalid', problems)
}

/** A version, bare or quoted. */
function readVersion(header: string | undefined) {
  if (header === undefined) return undefined
  const version = /^\s*"?(\d{1,9})"?\s*$/.exec(header)?.[1]
  if (version) return Number(version)
  throw new AppError('invalid', [{ loc: ['header', 'If-Match'], msg: 'Must be a version', type: 'value_error' }])
}

const mediaTypeOf = ({ headers }: APIGatewayProxyEventV2) =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase()

async function readBody({ media = ['json'] }: Entry, event: APIGatewayProxyEventV2) {
  const contentType = event.headers['content-type'] ?? ''
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
  const mediaType = mediaTypeOf(event)
  if (mediaType === 'multipart/form-data' && media.includes('form')) return readForm(bytes, contentType)
  if (mediaType !== 'application/json' || !media.includes('json'))
    throw new AppError('wrongMediaType', `Send ${media.includes('form') ? 'multipart/form-data' : 'application/json'}`)
  return { body: parseJson(bytes.toString('utf8')), photo: undefined }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('unusable', 'The body is not valid JSON')
  }
}

async function readForm(bytes: Buffer<ArrayBuffer>, contentType: string) {
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw new AppError('unusable', 'The form is not valid multipart/form-data')
  })
  const data = form.get('data')
  // A file input that was left alone sends an empty part without a name.
  const file = form.get('delivery_photo') || null
  if (typeof data !== 'string') throw new AppError('unusable', 'The form has no part named data')
  if (typeof file === 'string') throw new AppError('unusable', 'The part delivery_photo is not a file')
  if (file && file.size > multipartPhotoLimitBytes)
    throw new AppError('tooLarge', 'A photo of more than 4 MB has to be uploaded on its own first')
  const photo = file ? new Uint8Array(await file.arrayBuffer()) : undefined
  return { body: parseJson(data), photo }
}
