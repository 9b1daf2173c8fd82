import { createHash } from 'node:crypto'
import { lazyValue } from '#shared/api/contract.ts'
import { documentCaching } from '../openapi/document-caching.ts'
import type { WebAnswer } from './web-files.ts'

/** Made when somebody first asks for it. */
const made = lazyValue(async () => {
  const { openApiDocument } = await import('../openapi/document.ts')
  const text = JSON.stringify(openApiDocument())
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
})

/** Serves the OpenAPI document as CloudFront does: a file that may be kept for a while. */
export const answerDocument: WebAnswer = async (request, response) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
    return
  }
  const { text, etag } = await made()
  const headers = { 'content-type': 'application/json', 'cache-control': documentCaching, etag }
  if (request.headers['if-none-match'] === etag) response.writeHead(304, headers).end()
  else response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : text)
}
