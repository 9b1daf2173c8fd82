import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { verifyPath } from '../lib/navigation/verify-path.ts'

/** The page in each audit packet. Its style and its scripts are within it, so that it works from a disk. */
const source = new URL('../features/audit/packet/verify.html', import.meta.url)

/** The document of the public page, and the address at which it is served. */
export const verifyDocument = { pattern: `^${verifyPath}/?$`, file: '/verify.html' }

/** Takes the place of the block that names the keys. At Carelane, the page asks for the keys of today. */
const keysOfToday = `'use strict'
const readKeyIds = async () => {
  const answer = await fetch('/api/seal-keys').catch(() => undefined)
  if (!answer?.ok) throw new Refusal('Failed to load Carelane’s keys. Please try again.')
  return (await answer.json()).map(({ key_id }) => key_id)
}
const publicAddress = ''
`

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"

/**
 * Takes the page apart for the web: the site's content security policy allows neither scripts nor style sheets within a document.
 * `document` returns the HTML that loads the two files.
 */
function publicVerifyPage() {
  const page = readFileSync(source, 'utf8')
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []
  const [keys, main, ...others] = Array.from(page.matchAll(/<script>(.*?)<\/script>\n/gs), ([, text]) => text)
  if (!style || !keys?.includes('readKeyIds') || !main || others.length > 0)
    throw new Error(`${source.pathname} has another form than ${import.meta.url} expects`)
  return {
    style,
    script: keysOfToday + main,
    document: (files: { style: string; script: string }) =>
      page
        .replace(/<!-- This page sends no requests.*?-->\n/s, '')
        .replace(/(Content-Security-Policy" content=").*?"/, `$1${policy}"`)
        .replace(
          /<style>.*?<\/style>/s,
          `<link rel="icon" href="/favicon.svg" type="image/svg+xml">\n<link rel="stylesheet" href="${files.style}">`,
        )
        .replace(/<script>.*?<\/script>\n/gs, '')
        .replace('</html>', `<script src="${files.script}"></script>\n</html>`),
  }
}

/** Writes the public page that checks audit packets, and serves it in development. */
export const verifyPagePlugin = (): Plugin => ({
  name: 'write-verify-page',
  generateBundle() {
    const { style, script, document } = publicVerifyPage()
    const fileOf = (name: string, content: string) =>
      `/${this.getFileName(this.emitFile({ type: 'asset', name, source: content }))}`
    const files = { style: fileOf('verify.css', style), script: fileOf('verify.js', script) }
    this.emitFile({ type: 'asset', fileName: verifyDocument.file.slice(1), source: document(files) })
  },
  configureServer({ middlewares }) {
    const { style, script, document } = publicVerifyPage()
    const files = { style: '/verify.css', script: '/verify.js' }
    const served: Readonly<Record<string, readonly [type: string, content: string]>> = {
      [verifyPath]: ['text/html', document(files)],
      [files.style]: ['text/css', style],
      [files.script]: ['text/javascript', script],
    }
    middlewares.use((request, response, next) => {
      const found = served[request.url ?? '']
      if (found) response.setHeader('content-type', `${found[0]}; charset=utf-8`).end(found[1])
      else next()
    })
  },
})
