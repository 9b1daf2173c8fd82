import type { IncomingMessage } from 'node:http'
import { readBody } from '../loopback-server.ts'
import { S3Error } from './s3-error.ts'
import type { S3Request } from './signing.ts'

export interface S3Answer {
  status: number
  headers?: Record<string, string>
  body?: string | AsyncIterable<Uint8Array>
}

const longestBody = 100 * 1024 * 1024

/** Reads and decodes a request. Throws `S3Error` if the body is too large or the URL cannot be decoded. */
export async function readS3Request(incoming: IncomingMessage): Promise<S3Request> {
  const body = await readBody(incoming, longestBody)
  if (!body) throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
  const [path = '', search = ''] = split(incoming.url ?? '/', '?')
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
  try {
    return {
      method: incoming.method ?? '',
      path: decodeURIComponent(path),
      query: search
        .split('&')
        .filter((pair) => pair !== '')
        .map((pair) => split(pair, '='))
        .map(([name, value]) => [decodeURIComponent(name), decodeURIComponent(value)]),
      headers: Object.fromEntries(headers),
      body,
    }
  } catch {
    throw unreadable()
  }
}

const unreadable = () => new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.")

export function errorAnswer(error: unknown): S3Answer {
  if (!(error instanceof S3Error)) console.error(error)
  const { status, code, message } =
    error instanceof S3Error ? error : new S3Error(500, 'InternalError', 'We encountered an internal error.')
  return xmlAnswer(status, `<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`)
}

export const xmlAnswer = (status: number, body: string): S3Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
})

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function split(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
