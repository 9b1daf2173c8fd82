import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** Bytes: what is shorter fits into one packet as it is. */
const worthwhile = 1400

/**
 * An answer as short as its reader takes it. Neither the gateway does this nor CloudFront, which compresses only what it may keep.
 */
export function compressAnswer(
  answer: APIGatewayProxyStructuredResultV2,
  acceptEncoding: string | undefined,
): APIGatewayProxyStructuredResultV2 {
  const { body = '', headers } = answer
  if (body.length < worthwhile) return answer
  const vary = { ...headers, vary: 'accept-encoding' }
  if (!takesGzip(acceptEncoding)) return { ...answer, headers: vary }
  // Loaded with the first long answer, not at every start.
  const { gzipSync } = process.getBuiltinModule('node:zlib')
  return {
    ...answer,
    headers: { ...vary, 'content-encoding': 'gzip' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  }
}

/** `gzip;q=0` is a refusal. */
const takesGzip = (accepted = '') =>
  accepted
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .some((part) => /^(gzip|\*)($|;)/.test(part) && !/;\s*q=0(\.0*)?$/.test(part))
