import { notImplementedError, preconditionFailedError, S3Error } from './s3-error.ts'
import { escapeXml, type S3Answer, xmlAnswer } from './s3-http.ts'
import type { ServedBucket } from './served-bucket.ts'
import type { S3Request } from './signing.ts'

export async function getObject(
  { bucket }: ServedBucket,
  { query, headers: { range } }: S3Request,
  key: string,
): Promise<S3Answer> {
  const found = await bucket.read(key)
  const { body, ...part } = partOf(found.body, range)
  const overrides = query
    .filter(([parameter]) => parameter.startsWith('response-'))
    .map(([parameter, value]) => [parameter.slice('response-'.length), value])
  const headers = { ...found.headers, ...part.headers, 'content-length': String(body.length) }
  return { status: part.status, headers: { ...headers, ...Object.fromEntries(overrides) }, body }
}

export async function putObject(served: ServedBucket, request: S3Request, key: string): Promise<S3Answer> {
  const { headers, body } = request
  if (headers['x-amz-copy-source']) return copyObject(served, request, key)
  if (headers['if-match']) throw notImplementedError('knows only If-None-Match: *')
  const etag = await served.bucket.store({ key, headers, body }, { isNew: headers['if-none-match'] === '*' })
  return { status: 200, headers: { etag } }
}

async function copyObject({ settings, bucket }: ServedBucket, { headers }: S3Request, key: string): Promise<S3Answer> {
  const [name = '', ...from] = decodeURIComponent((headers['x-amz-copy-source'] ?? '').replace(/^\//, '')).split('/')
  settings.check(name)
  const original = await bucket.read(from.join('/'))
  const expected = headers['x-amz-copy-source-if-match']
  if (expected !== undefined && expected !== original.headers.etag) throw preconditionFailedError()
  const replaces = headers['x-amz-metadata-directive'] === 'REPLACE'
  const copy = { key, headers: replaces ? headers : original.headers, body: original.body }
  const etag = await bucket.store(copy, { isNew: headers['if-none-match'] === '*' })
  const at = new Date().toISOString()
  const result = `<ETag>${escapeXml(etag)}</ETag><LastModified>${at}</LastModified>`
  return xmlAnswer(200, `<CopyObjectResult>${result}</CopyObjectResult>`)
}

/**
 * Returns the range of bytes that a `Range` header asks for, with status 206. If the header is not exactly one range, returns the
 * whole object. Throws `S3Error` if the range contains no byte of the object.
 */
function partOf(body: Buffer, range = ''): { status: number; headers?: Record<string, string>; body: Buffer } {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (first === '' && last === '') return { status: 200, body }
  const start = first === '' ? Math.max(0, body.length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? body.length : Math.min(Number(last) + 1, body.length)
  if (start >= end) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable')
  const headers = { 'content-range': `bytes ${start}-${end - 1}/${body.length}` }
  return { status: 206, headers, body: body.subarray(start, end) }
}
