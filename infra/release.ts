import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseHeader } from '#shared/api/release-header.ts'

/** The name that a web build has in its document; '' where nothing is built. */
export function releaseOf(folder: string): string {
  const document = join(folder, 'index.html')
  const html = existsSync(document) ? readFileSync(document, 'utf8') : ''
  return /<meta name="release" content="(\w+)"/.exec(html)?.[1] ?? ''
}

/** What every answer carries, from CloudFront and from the local server alike. */
export const releaseHeaders = (release: string): Record<string, string> => (release ? { [releaseHeader]: release } : {})
