import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { S3Error } from './s3-error.ts'

export interface SigningCredentials {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

export interface S3Request {
  method: string
  /** Decoded, with its leading slash. */
  path: string
  query: readonly (readonly [name: string, value: string])[]
  headers: Readonly<Record<string, string>>
  body: Buffer
}

const skew = 15 * 60_000
const longestExpiry = 7 * 24 * 3600

/**
 * Checks the Signature Version 4 in the `Authorization` header or the presigned URL. Throws `S3Error` if it is missing or invalid.
 */
export function checkSignature(request: S3Request, signer: SigningCredentials, now: number): void {
  const query = new Map(request.query)
  if (query.has('X-Amz-Signature')) checkPresigned(request, query, signer, now)
  else if (request.headers.authorization) checkHeader(request, request.headers.authorization, signer, now)
  else throw new S3Error(403, 'AccessDenied', 'Access Denied')
}

function checkPresigned(request: S3Request, query: Map<string, string>, signer: SigningCredentials, now: number): void {
  const date = query.get('X-Amz-Date') ?? ''
  const expires = Number(query.get('X-Amz-Expires'))
  if (!(expires >= 0 && expires <= longestExpiry)) {
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires must be between 0 and 604800 seconds')
  }
  const from = instantOf(date)
  if (now > from + expires * 1000) throw new S3Error(403, 'AccessDenied', 'Request has expired')
  if (now < from - skew) throw new S3Error(403, 'AccessDenied', 'Request is not yet valid')
  checkCanonical({
    request: { ...request, query: request.query.filter(([name]) => name !== 'X-Amz-Signature') },
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    signature: query.get('X-Amz-Signature') ?? '',
    payloadHash: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
    date,
    signer,
  })
}

function checkHeader(request: S3Request, authorization: string, signer: SigningCredentials, now: number): void {
  const parts = new Map(
    authorization
      .replace(/^AWS4-HMAC-SHA256 /, '')
      .split(/, ?/)
      .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  )
  const date = request.headers['x-amz-date'] ?? ''
  if (Math.abs(now - instantOf(date)) > skew) {
    throw new S3Error(403, 'RequestTimeTooSkewed', 'The difference between the request time and the time is too large.')
  }
  checkCanonical({
    request,
    credential: parts.get('Credential') ?? '',
    signedHeaders: parts.get('SignedHeaders') ?? '',
    signature: parts.get('Signature') ?? '',
    payloadHash: request.headers['x-amz-content-sha256'] ?? '',
    date,
    signer,
  })
}

interface Claim {
  request: S3Request
  credential: string
  signedHeaders: string
  signature: string
  payloadHash: string
  date: string
  signer: SigningCredentials
}

function checkCanonical({ request, credential, signedHeaders, signature, payloadHash, date, signer }: Claim): void {
  const names = signedHeaders.split(';')
  const unsigned = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-') && !names.includes(name))
  if (unsigned.length > 0 || !names.includes('host')) {
    throw new S3Error(403, 'AccessDenied', 'There were headers present in the request which were not signed')
  }
  checkPayload(payloadHash, request.body)
  const canonical = [
    request.method,
    request.path.split('/').map(percentEncode).join('/'),
    request.query
      .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n')
  const scope = credential.slice(credential.indexOf('/') + 1)
  checkStringSignature(['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'), {
    credential,
    date,
    signature,
    signer,
  })
}

function checkPayload(claimed: string, body: Buffer): void {
  if (claimed === 'UNSIGNED-PAYLOAD') return
  if (claimed.startsWith('STREAMING-')) {
    throw new S3Error(501, 'NotImplemented', 'The S3 simulator takes a body in one piece, not in signed chunks')
  }
  if (claimed !== sha256(body)) {
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', "The provided 'x-amz-content-sha256' header does not match")
  }
}

/**
 * Checks the signature of a text, which is either the string to sign of a request or the policy of a form. Throws `S3Error` if the
 * signature or the credential is wrong.
 */
export function checkStringSignature(
  text: string,
  { credential, date, signature, signer }: Pick<Claim, 'credential' | 'date' | 'signature' | 'signer'>,
): void {
  const [accessKeyId, day = '', region = '', service = '', end = ''] = credential.split('/')
  if (accessKeyId !== signer.accessKeyId) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.')
  }
  if (day !== date.slice(0, 8) || region !== signer.region || service !== 's3' || end !== 'aws4_request') {
    throw new S3Error(
      400,
      'AuthorizationHeaderMalformed',
      'The credential scope is not of this day, region and service',
    )
  }
  const key = [day, region, service, end].reduce(hmac, Buffer.from(`AWS4${signer.secretAccessKey}`))
  const expected = hmac(key, text)
  const given = Buffer.from(signature, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    )
  }
}

/** Returns the milliseconds since 1970 of a date such as `20261121T023723Z`. */
function instantOf(date: string): number {
  const instant = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Number.isNaN(instant)) throw new S3Error(403, 'AccessDenied', 'X-Amz-Date must be in the ISO8601 basic format')
  return instant
}

const percentEncode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer, data: string) => createHmac('sha256', key).update(data).digest()
