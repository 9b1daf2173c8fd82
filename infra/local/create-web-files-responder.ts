import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { findWebDocuments } from '#infra/web-documents.ts'
import { lazyValue } from '#shared/model/lazy.ts'
import { documentCacheControl } from '../openapi/document-cache-control.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const compressible = /^(text\/|application\/|image\/svg)/

interface WebFile {
  type: string
  etag: string
  cacheControl: string
  content: Buffer
  compressed?: Promise<Buffer>
}

export type WebResponder = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>

/**
 * Returns a function that serves a Vite build as CloudFront does: files with a hash in their names may be cached for a year, each
 * page has its own document, and source maps are not served.
 */
export async function createWebFilesResponder(folder: string): Promise<WebResponder> {
  const files = await readFiles(folder)
  const documents = findWebDocuments(folder).map(({ pattern, file }) => ({ pattern: new RegExp(pattern), file }))
  const documentOf = (path: string) => documents.find(({ pattern }) => pattern.test(path))?.file ?? '/index.html'
  return (request, response, path) =>
    serve(request, response, files.get(path) ?? (extname(path) === '' ? files.get(documentOf(path)) : undefined))
}

async function serve(request: IncomingMessage, response: ServerResponse, file: WebFile | undefined): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
    return
  }
  if (!file) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    response.end('Not found')
    return
  }
  const headers = {
    'content-type': file.type,
    'cache-control': file.cacheControl,
    etag: file.etag,
    vary: 'accept-encoding',
  }
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, headers).end()
    return
  }
  const brotli = compressible.test(file.type) && /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  const content = brotli ? await compressed(file) : file.content
  response.writeHead(200, {
    ...headers,
    'content-length': content.length,
    ...(brotli && { 'content-encoding': 'br' }),
  })
  response.end(request.method === 'HEAD' ? undefined : content)
}

async function readFiles(folder: string): Promise<Map<string, WebFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && extname(entry.name) !== '.map')
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, WebFile]> => {
        const path = `/${relative(folder, file).split(sep).join('/')}`
        const content = await readFile(file)
        return [
          path,
          {
            type: types[extname(file)] ?? 'application/octet-stream',
            etag: etagOf(content),
            cacheControl: cacheControlOf(path),
            content,
          },
        ]
      }),
    ),
  )
}

function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return path.endsWith('.html') ? 'no-store' : 'no-cache'
}

const brotliFast = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

function compressed(file: WebFile): Promise<Buffer> {
  file.compressed ??= promisify(brotliCompress)(file.content, brotliFast)
  return file.compressed
}

const etagOf = (content: Buffer) => `"${createHash('sha256').update(content).digest('base64url')}"`

/** The OpenAPI document, which is made for the first request. */
const apiDocument = lazyValue(async (): Promise<WebFile> => {
  const { openApiDocument } = await import('../openapi/document.ts')
  const content = Buffer.from(JSON.stringify(openApiDocument()))
  return { type: 'application/json', etag: etagOf(content), cacheControl: documentCacheControl, content }
})

/** Serves the OpenAPI document as CloudFront does: as a file that may be cached for a while. */
export const serveApiDocument: WebResponder = async (request, response) => serve(request, response, await apiDocument())
