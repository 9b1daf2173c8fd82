import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseHeader } from '#shared/api/release-header.ts'

/** The release that the web build's document names. Empty if there is no web build. */
export function releaseName(folder: string): string {
  const document = join(folder, 'index.html')
  const html = existsSync(document) ? readFileSync(document, 'utf8') : ''
  return /<meta name="release" content="(\w+)"/.exec(html)?.[1] ?? ''
}

/** The header that CloudFront and the local server add to every response. */
export const releaseHeaders = (release: string): Record<string, string> => (release ? { [releaseHeader]: release } : {})
