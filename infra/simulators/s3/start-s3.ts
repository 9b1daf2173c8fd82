import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type LoopbackServer, serveLoopback } from '../loopback-server.ts'
import { openBucketSettings } from './bucket-settings.ts'
import { corsHeaders, parseCorsRules } from './cors.ts'
import { openMultipartUploads } from './multipart.ts'
import { getObject, putObject } from './objects.ts'
import { openBucket } from './open-bucket.ts'
import { storePostedForm } from './post-form.ts'
import { notImplementedError, S3Error } from './s3-error.ts'
import { errorAnswer, readS3Request, type S3Answer, xmlAnswer } from './s3-http.ts'
import type { ServedBucket } from './served-bucket.ts'
import { checkSignature, type S3Request, type SigningCredentials } from './signing.ts'

interface Options {
  /** With ':memory:' the data disappears with the process. */
  dataDir: string
  port: number
  /** Only signatures with these credentials are accepted. */
  signer: SigningCredentials
}

/**
 * The query parameters that the simulator knows. Any other parameter means a different call of S3 (`?tagging`, `?delete`), which
 * must not be answered as a plain read or write.
 */
const known =
  /^(x-id|list-type|prefix|max-keys|continuation-token|start-after|uploads|uploadId|partNumber|response-.+|x-amz-.+)$/i

/**
 * Starts S3 with one private bucket. Objects pass in pieces between the data folder and the caller, so that they may be as large as
 * an export of all pictures.
 */
export async function startS3({ dataDir, port, signer }: Options): Promise<LoopbackServer> {
  const settings = openBucketSettings(dataDir)
  const bucket = await openBucket(dataDir)
  const served: ServedBucket = { settings, bucket, signer }
  const answerUpload = await openMultipartUploads(
    dataDir === ':memory:' ? undefined : join(dataDir, 's3-uploads'),
    bucket.store,
  )

  async function answer(request: S3Request): Promise<S3Answer> {
    const [, name = '', ...rest] = request.path.split('/')
    const key = rest.join('/')
    if (request.method === 'POST' && key === '' && request.query.length === 0)
      return storePostedForm(served, request, name)
    checkSignature(request, signer, Date.now())
    if (request.method === 'PUT' && key === '') return changeBucket(request, name)
    settings.check(name)
    const strange = request.query.find(([parameter]) => !known.test(parameter))
    if (strange) throw notImplementedError(`does not know ?${strange[0]}`)
    if (key === '') return answerBucket(request, name)
    if (request.method === 'PUT') checkChecksum(request)
    const ofUpload = await answerUpload(request, key)
    if (ofUpload) return ofUpload
    if (request.method === 'GET' || request.method === 'HEAD') return getObject(served, request, key)
    if (request.method === 'PUT') return putObject(served, request, key)
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
    if (parameter !== 'cors') throw notImplementedError(`does not know ?${parameter} of a bucket`)
    settings.setCors(parseCorsRules(body.toString()))
    return { status: 200 }
  }

  async function answerBucket({ method, query }: S3Request, name: string): Promise<S3Answer> {
    if (method === 'HEAD') return { status: 200 }
    if (method !== 'GET') throw new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed')
    const list = await bucket.list(name, new URLSearchParams(query.map(([...pair]) => pair)))
    return xmlAnswer(200, list)
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const cors = corsHeaders(incoming, settings.corsRules())
    for (const [header, value] of Object.entries(cors)) response.setHeader(header, value)
    if (incoming.method === 'OPTIONS') {
      response.writeHead('access-control-allow-origin' in cors ? 200 : 403).end()
      return
    }
    const { status, headers, body = '' } = await readS3Request(incoming).then(answer).catch(errorAnswer)
    response.writeHead(status, headers)
    if (incoming.method === 'HEAD') response.end()
    else await pipeline(Readable.from(body), response).catch(unlessHungUp)
  }

  return serveLoopback(serve, port)
}

/**
 * Throws `S3Error` if the request has a CRC32 that differs from the body's. The SDK sends one by default, and a presigned URL may
 * contain one as a parameter.
 */
function checkChecksum({ headers, query, body }: S3Request): void {
  const name = 'x-amz-checksum-crc32'
  const given = headers[name] ?? query.find(([parameter]) => parameter.toLowerCase() === name)?.[1]
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  if (given !== undefined && given !== checksum.toString('base64')) {
    throw new S3Error(400, 'BadDigest', 'The CRC32 you specified did not match the calculated checksum.')
  }
}

function unlessHungUp(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
