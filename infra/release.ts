import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseHeader } from '#shared/api/release-header.ts'

/**
 * Returns the release that the start page of a web build names. Empty if there is no web build, or if its page names none. `folder`
 * is the folder of the build.
 */
export function releaseOfWebBuild(folder: string): string {
  const document = join(folder, 'index.html')
  const html = existsSync(document) ? readFileSync(document, 'utf8') : ''
  return /<meta name="release" content="(\w+)"/.exec(html)?.[1] ?? ''
}

/**
 * Returns the header with the release, which CloudFront and the local server add to responses that lack it. Empty without a
 * release.
 */
export const releaseHeaders = (release: string): Record<string, string> => (release ? { [releaseHeader]: release } : {})
