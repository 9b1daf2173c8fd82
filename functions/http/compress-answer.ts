import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** The length from which a body is worth compressing, in characters. A shorter body usually fits into one packet anyway. */
const worthwhile = 1400

/**
 * Compresses a response if it is long enough and the client accepts gzip. Neither the gateway nor CloudFront does so: CloudFront
 * compresses only what it may cache.
 */
export function compressAnswer(
  answer: APIGatewayProxyStructuredResultV2,
  acceptEncoding: string | undefined,
): APIGatewayProxyStructuredResultV2 {
  const { body = '', headers } = answer
  if (body.length < worthwhile) return answer
  const vary = { ...headers, vary: 'accept-encoding' }
  if (!takesGzip(acceptEncoding)) return { ...answer, headers: vary }
  // zlib is loaded with the first long response instead of at every start.
  const { gzipSync } = process.getBuiltinModule('node:zlib')
  return {
    ...answer,
    headers: { ...vary, 'content-encoding': 'gzip' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  }
}

/** Returns true if an `accept-encoding` header accepts gzip. A header with `gzip;q=0` doesn't. */
const takesGzip = (accepted = '') =>
  accepted
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .some((part) => /^(gzip|\*)($|;)/.test(part) && !/;\s*q=0(\.0*)?$/.test(part))
