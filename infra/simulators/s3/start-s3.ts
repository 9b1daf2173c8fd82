import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type LoopbackServer, serveLoopback } from '../loopback-server.ts'
import { openBucketSettings } from './bucket-settings.ts'
import { checkForm } from './check-form.ts'
import { corsHeaders, corsRulesOf } from './cors.ts'
import { openUploads } from './multipart.ts'
import { type Bucket, openBucket } from './open-bucket.ts'
import { preconditionFailed, S3Error } from './s3-error.ts'
import { checkKey, escapeXml, readRequest, refusal, type S3Answer, xmlAnswer } from './s3-http.ts'
import { checkSignature, type S3Request, type Signer } from './signing.ts'

interface Options {
  /** With ':memory:' the data disappears with the process. */
  dataDir: string
  port: number
  /** Only signatures with these credentials are accepted. */
  signer: Signer
}

/**
 * Any other parameter means a different call of S3 (`?tagging`, `?delete`), which must not be answered as a plain read or write.
 */
const known =
  /^(x-id|list-type|prefix|delimiter|max-keys|continuation-token|start-after|uploads|uploadId|partNumber|response-.+|x-amz-.+)$/i

/**
 * S3 with one private bucket. `emulate` holds the objects. It lacks signatures, form policies, checksums, CORS rules and a data
 * folder, so these are added here.
 */
export async function startS3({ dataDir, port, signer }: Options): Promise<LoopbackServer> {
  const settings = openBucketSettings(dataDir)
  const bucket = await openBucket(dataDir)
  const answerUpload = await openUploads(dataDir === ':memory:' ? undefined : join(dataDir, 's3-uploads'), bucket.store)

  async function answer(request: S3Request): Promise<S3Answer> {
    const [, name = '', ...rest] = request.path.split('/')
    const key = rest.join('/')
    if (request.method === 'POST' && key === '' && request.query.length === 0) return postForm(request, name)
    checkSignature(request, signer, Date.now())
    if (request.method === 'PUT' && key === '') return changeBucket(request, name)
    settings.check(name)
    const strange = request.query.find(([parameter]) => !known.test(parameter))
    if (strange) throw notImplemented(`does not know ?${strange[0]}`)
    if (key === '') return answerBucket(request)
    checkKey(key)
    if (request.method === 'PUT') checkChecksum(request)
    const ofUpload = await answerUpload(request, key)
    if (ofUpload) return ofUpload
    if (request.method === 'GET' || request.method === 'HEAD') return getObject(request, key)
    if (request.method === 'PUT') return putObject(request, key)
    if (request.method !== 'DELETE') throw new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed')
    await bucket.remove(key)
    return { status: 204 }
  }

  function changeBucket({ query, body }: S3Request, name: string): S3Answer {
    const [parameter] = query.find(([parameter]) => parameter !== 'x-id') ?? []
    if (parameter === undefined) {
      settings.create(name)
      return { status: 200, headers: { location: `/${name}` } }
    }
    settings.check(name)
    if (parameter !== 'cors') throw notImplemented(`does not know ?${parameter} of a bucket`)
    settings.setCors(corsRulesOf(body.toString()))
    return { status: 200 }
  }

  async function answerBucket({ method, query }: S3Request): Promise<S3Answer> {
    if (method === 'HEAD') return { status: 200 }
    if (method !== 'GET') throw new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed')
    const list = await bucket.list(new URLSearchParams(query.map(([...pair]) => pair)))
    return { status: 200, headers: { 'content-type': 'application/xml' }, body: list }
  }

  async function getObject({ query, headers: asked }: S3Request, key: string): Promise<S3Answer> {
    const found = await bucket.read(key)
    const { body, ...part } = partOf(found.body, asked.range)
    const overrides = query
      .filter(([parameter]) => parameter.startsWith('response-'))
      .map(([parameter, value]) => [parameter.slice('response-'.length), value])
    const headers = { ...found.headers, ...part.headers, 'content-length': String(body.length) }
    return { status: part.status, headers: { ...headers, ...Object.fromEntries(overrides) }, body }
  }

  async function putObject(request: S3Request, key: string): Promise<S3Answer> {
    const { headers, body } = request
    if (headers['x-amz-copy-source']) return copyObject(request, headers['x-amz-copy-source'], key)
    if (headers['if-match']) throw notImplemented('knows only If-None-Match: *')
    const etag = await bucket.store({ key, headers, body }, { isNew: headers['if-none-match'] === '*' })
    return { status: 200, headers: { etag } }
  }

  async function copyObject({ headers }: S3Request, source: string, key: string): Promise<S3Answer> {
    const [name = '', ...from] = decodeURIComponent(source.replace(/^\//, '')).split('/')
    settings.check(name)
    const original = await bucket.read(from.join('/'))
    const expected = headers['x-amz-copy-source-if-match']
    if (expected !== undefined && expected !== original.headers.etag) throw preconditionFailed()
    const replaces = headers['x-amz-metadata-directive'] === 'REPLACE'
    const copy = { key, headers: replaces ? headers : original.headers, body: original.body }
    const etag = await bucket.store(copy, { isNew: headers['if-none-match'] === '*' })
    const at = new Date().toISOString()
    const result = `<ETag>${escapeXml(etag)}</ETag><LastModified>${at}</LastModified>`
    return xmlAnswer(200, `<CopyObjectResult>${result}</CopyObjectResult>`)
  }

  async function postForm(request: S3Request, name: string): Promise<S3Answer> {
    settings.check(name)
    const form = await formOf(request)
    const file = form.get('file')
    if (!(file instanceof File)) throw new S3Error(400, 'InvalidArgument', 'POST requires exactly one file upload')
    const fields = new Map([['bucket', name]])
    for (const [field, value] of form) if (typeof value === 'string') fields.set(field.toLowerCase(), value)
    checkForm({ fields, size: file.size }, signer, Date.now())
    const key = (fields.get('key') ?? '').replaceAll(`\${filename}`, file.name)
    checkKey(key)
    const body = Buffer.from(await file.arrayBuffer())
    const etag = await bucket.store({ key, headers: Object.fromEntries(fields), body })
    if (fields.get('success_action_status') !== '201') return { status: 204, headers: { etag } }
    const result = `<Bucket>${name}</Bucket><Key>${escapeXml(key)}</Key><ETag>${escapeXml(etag)}</ETag>`
    return xmlAnswer(201, `<PostResponse>${result}</PostResponse>`)
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const cors = corsHeaders(incoming, settings.corsRules())
    for (const [header, value] of Object.entries(cors)) response.setHeader(header, value)
    if (incoming.method === 'OPTIONS') {
      response.writeHead('access-control-allow-origin' in cors ? 200 : 403).end()
      return
    }
    const { status, headers, body } = await readRequest(incoming).then(answer).catch(refusal)
    response.writeHead(status, headers).end(incoming.method === 'HEAD' ? undefined : body)
  }

  return serveOrClose(serve, port, bucket)
}

const notImplemented = (what: string) => new S3Error(501, 'NotImplemented', `The S3 simulator ${what}`)

async function serveOrClose(serve: Parameters<typeof serveLoopback>[0], port: number, bucket: Bucket) {
  try {
    const server = await serveLoopback(serve, port)
    return {
      ...server,
      async close() {
        await server.close()
        await bucket.close()
      },
    }
  } catch (error) {
    await bucket.close()
    throw error
  }
}

async function formOf({ headers, body }: S3Request): Promise<FormData> {
  const type = headers['content-type'] ?? ''
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new S3Error(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed multipart')
  }
}

/** The range of bytes that a `Range` header asks for. A header that is not exactly one range gets the whole object. */
function partOf(body: Buffer, range = ''): { status: number; headers?: Record<string, string>; body: Buffer } {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (first === '' && last === '') return { status: 200, body }
  const start = first === '' ? Math.max(0, body.length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? body.length : Math.min(Number(last) + 1, body.length)
  if (start >= end) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable')
  const headers = { 'content-range': `bytes ${start}-${end - 1}/${body.length}` }
  return { status: 206, headers, body: body.subarray(start, end) }
}

/** The SDK sends a CRC32 by default, and a presigned address may carry one as a parameter. */
function checkChecksum({ headers, query, body }: S3Request): void {
  const name = 'x-amz-checksum-crc32'
  const given = headers[name] ?? query.find(([parameter]) => parameter.toLowerCase() === name)?.[1]
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  if (given !== undefined && given !== checksum.toString('base64')) {
    throw new S3Error(400, 'BadDigest', 'The CRC32 you specified did not match the calculated checksum.')
  }
}
