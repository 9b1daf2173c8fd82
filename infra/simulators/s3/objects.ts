import { notImplementedError, preconditionFailedError, S3Error } from './s3-error.ts'
import { escapeXml, type S3Answer, xmlAnswer } from './s3-http.ts'
import type { ServedBucket } from './served-bucket.ts'
import type { S3Request } from './signing.ts'
import { etagOf } from './stored-objects.ts'

export async function getObject(
  { bucket }: ServedBucket,
  { query, headers: { range } }: S3Request,
  key: string,
): Promise<S3Answer> {
  const { headers, etag, modified, size, read } = await bucket.read(key)
  const { start, end, ...part } = partOf(size, range)
  const overrides = query
    .filter(([parameter]) => parameter.startsWith('response-'))
    .map(([parameter, value]) => [parameter.slice('response-'.length), value])
  const own = { etag, 'last-modified': modified.toUTCString(), 'content-length': String(end - start) }
  return {
    status: part.status,
    headers: { ...headers, ...own, ...part.headers, ...Object.fromEntries(overrides) },
    body: read(start, end),
  }
}

export async function putObject(served: ServedBucket, request: S3Request, key: string): Promise<S3Answer> {
  const { headers, body } = request
  if (headers['x-amz-copy-source']) return copyObject(served, request, key)
  if (headers['if-match']) throw notImplementedError('knows only If-None-Match: *')
  const etag = etagOf(body)
  await served.bucket.store({ key, headers, etag, body: [body] }, { isNew: headers['if-none-match'] === '*' })
  return { status: 200, headers: { etag } }
}

async function copyObject({ settings, bucket }: ServedBucket, { headers }: S3Request, key: string): Promise<S3Answer> {
  const [name = '', ...from] = decodeURIComponent((headers['x-amz-copy-source'] ?? '').replace(/^\//, '')).split('/')
  settings.check(name)
  const original = await bucket.read(from.join('/'))
  const { etag, size } = original
  const expected = headers['x-amz-copy-source-if-match']
  if (expected !== undefined && expected !== etag) throw preconditionFailedError()
  const replaces = headers['x-amz-metadata-directive'] === 'REPLACE'
  const copy = { key, headers: replaces ? headers : original.headers, etag, body: original.read(0, size) }
  await bucket.store(copy, { isNew: headers['if-none-match'] === '*' })
  const at = new Date().toISOString()
  const result = `<ETag>${escapeXml(etag)}</ETag><LastModified>${at}</LastModified>`
  return xmlAnswer(200, `<CopyObjectResult>${result}</CopyObjectResult>`)
}

interface Part {
  status: number
  headers?: Record<string, string>
  /** The part's first byte, and the first byte after it. */
  start: number
  end: number
}

/**
 * Returns the range of bytes that a `Range` header asks for, with status 206. If the header is not exactly one range, returns the
 * whole object. Throws `S3Error` if the range contains no byte of the object.
 */
function partOf(size: number, range = ''): Part {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (first === '' && last === '') return { status: 200, start: 0, end: size }
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size)
  if (start >= end) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable')
  return { status: 206, headers: { 'content-range': `bytes ${start}-${end - 1}/${size}` }, start, end }
}
