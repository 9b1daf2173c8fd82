import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** In bytes. A shorter answer fits into one packet without compression. */
const worthwhile = 1400

/**
 * Compresses an answer if the client accepts it. Neither the gateway nor CloudFront does so: CloudFront only compresses what it may
 * cache.
 */
export function compressAnswer(
  answer: APIGatewayProxyStructuredResultV2,
  acceptEncoding: string | undefined,
): APIGatewayProxyStructuredResultV2 {
  const { body = '', headers } = answer
  if (body.length < worthwhile) return answer
  const vary = { ...headers, vary: 'accept-encoding' }
  if (!takesGzip(acceptEncoding)) return { ...answer, headers: vary }
  // Loaded with the first long answer instead of at every start.
  const { gzipSync } = process.getBuiltinModule('node:zlib')
  return {
    ...answer,
    headers: { ...vary, 'content-encoding': 'gzip' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  }
}

/** `gzip;q=0` refuses gzip. */
const takesGzip = (accepted = '') =>
  accepted
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .some((part) => /^(gzip|\*)($|;)/.test(part) && !/;\s*q=0(\.0*)?$/.test(part))
