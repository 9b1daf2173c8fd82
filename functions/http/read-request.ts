import { isUtf8 } from 'node:buffer'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as z from 'zod/mini'
import { bodyLimitsOf, type Entry } from '#shared/api/contract.ts'
import { multipartPhotoLimitBytes } from '#shared/model/completion.ts'
import { isId } from '#shared/model/fields.ts'
import type { Schema } from '#shared/model/lazy.ts'
import { isCalendarDate } from '#shared/rules/dates.ts'
import { AppError, notFoundError } from '../failures/app-error.ts'

export interface RequestInput {
  params: Record<string, string>
  query: unknown
  body: unknown
  version: number | undefined
  photo: Uint8Array | undefined
}

/** Throws a 413 if the body is larger than the entry allows. This is decided before the body is decoded. */
export function refuseLargeBody(entry: Entry, event: APIGatewayProxyEventV2): void {
  const { json, form } = bodyLimitsOf(entry)
  const limit = mediaTypeOf(event) === 'multipart/form-data' && form ? form : json
  if (Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8') > limit)
    throw new AppError('tooLarge', `Send at most ${limit / 1024} KB`)
}

/**
 * Parses the request of an entry. An impossible id or date is refused first, with a 404, and then an invalid query or `If-Match`,
 * with a 422. The body follows, with a 415, then a 400 or 413, then a 422.
 */
export async function readRequest(entry: Entry, event: APIGatewayProxyEventV2): Promise<RequestInput> {
  const params = readParams(entry, event)
  const query = entry.query && parseOrRefuse(entry.query(), event.queryStringParameters ?? {}, 'query')
  const version = entry.versioned && readVersion(event.headers['if-match'])
  const sent = entry.body ? await readBody(entry, event) : { body: undefined, photo: undefined }
  return {
    params,
    query,
    body: entry.body && parseOrRefuse(entry.body(), sent.body, 'body'),
    version,
    photo: sent.photo,
  }
}

function readParams({ subject }: Entry, event: APIGatewayProxyEventV2) {
  const params: Record<string, string> = {}
  for (const [name, value = ''] of Object.entries(event.pathParameters ?? {})) {
    // The token of a recipient's link isn't checked here, because only the table knows whether a door has it.
    if (name === 'token') {
      params[name] = value
      continue
    }
    const param = value.toLowerCase()
    if (!(name === 'date' ? isCalendarDate(param) : isId(param))) throw notFoundError(subject ?? 'Page')
    params[name] = param
  }
  return params
}

/** Parses a value by its schema. Throws a 422 that lists all problems at once. */
export function parseOrRefuse<S extends Schema>(schema: S, value: unknown, where: 'query' | 'body'): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message, code }) => ({
    loc: [where, ...path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    msg: message,
    type: code ?? 'value_error',
  }))
  throw new AppError('invalid', problems)
}

/**
 * Reads the version in an `If-Match` header, with or without quotes. Returns undefined if there is no header. Throws a 422 for any
 * other header.
 */
function readVersion(header: string | undefined) {
  if (header === undefined) return undefined
  const version = /^\s*"?(\d{1,9})"?\s*$/.exec(header)?.[1]
  if (version) return Number(version)
  throw new AppError('invalid', [{ loc: ['header', 'If-Match'], msg: 'Must be a version number', type: 'value_error' }])
}

const contentTypeOf = ({ headers }: APIGatewayProxyEventV2) => headers['content-type'] ?? ''
const mediaTypeOf = (event: APIGatewayProxyEventV2) => contentTypeOf(event).split(';')[0]?.trim().toLowerCase()
const charsetOf = (event: APIGatewayProxyEventV2) =>
  /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentTypeOf(event))?.[1]?.toLowerCase()

async function readBody({ media = ['json'] }: Entry, event: APIGatewayProxyEventV2) {
  const mediaType = mediaTypeOf(event)
  const isForm = mediaType === 'multipart/form-data' && media.includes('form')
  if (!isForm && (mediaType !== 'application/json' || !media.includes('json')))
    throw new AppError('wrongMediaType', `Send ${media.includes('form') ? 'multipart/form-data' : 'application/json'}`)
  if (!['utf-8', 'utf8'].includes(charsetOf(event) ?? 'utf-8')) throw new AppError('wrongMediaType', 'Send UTF-8')
  return isForm ? readForm(event) : { body: parseJson(readText(event)), photo: undefined }
}

/** Decoders put this character in the place of bytes that they cannot decode. */
const replacement = '\ufffd'

function readText({ body = '', isBase64Encoded, headers }: APIGatewayProxyEventV2): string {
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : undefined
  // A body that isn't in Base64 was decoded as text by the gateway. If the gateway had to replace invalid bytes, the text differs
  // in length from what was sent.
  const isReadable = bytes
    ? isUtf8(bytes)
    : !body.includes(replacement) || Buffer.byteLength(body) === Number(headers['content-length'])
  if (!isReadable) throw new AppError('unusable', 'The body is not valid UTF-8')
  return bytes?.toString() ?? body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('unusable', 'The body is not valid JSON')
  }
}

async function readForm(event: APIGatewayProxyEventV2) {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
  const form = await parseForm(bytes, contentTypeOf(event))
  const data = form.get('data')
  // For a file field that the user left empty, a browser sends an empty part without a file name.
  const file = form.get('delivery_photo') || null
  if (typeof data !== 'string') throw new AppError('unusable', 'The form has no part named data')
  if (typeof file === 'string') throw new AppError('unusable', 'The part delivery_photo is not a file')
  if (file && file.size > multipartPhotoLimitBytes)
    throw new AppError('tooLarge', 'Upload photos larger than 4 MB separately first')
  if (data.includes(replacement) && !isUtf8(await rawData(bytes, contentTypeOf(event))))
    throw new AppError('unusable', 'The form is not valid UTF-8')
  const photo = file ? new Uint8Array(await file.arrayBuffer()) : undefined
  return { body: parseJson(data), photo }
}

const parseForm = (bytes: Buffer<ArrayBuffer>, contentType: string) =>
  new Response(bytes, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw new AppError('unusable', 'The form is not valid multipart/form-data')
  })

/**
 * Returns the raw bytes of the form's part `data`. Parses the form as if each byte were one character, so that invalid UTF-8 isn't
 * replaced on the way.
 */
async function rawData(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<Buffer> {
  const form = await parseForm(Buffer.from(bytes.toString('latin1')), contentType)
  return Buffer.from(String(form.get('data')), 'latin1')
}
