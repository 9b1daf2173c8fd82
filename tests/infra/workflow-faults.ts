import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

type Service = typeof import('@actions/languageservice/validate') &
  Pick<typeof import('vscode-languageserver-textdocument'), 'TextDocument'>

/** Bundled: it imports JSON as bundlers take it, and Node does not. */
async function openService(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'carelane-workflows-'))
  const outfile = join(folder, 'service.mjs')
  const contents = `
    export { validate } from '@actions/languageservice/validate'
    export { TextDocument } from 'vscode-languageserver-textdocument'`
  const stdin = { contents, resolveDir: import.meta.dirname }
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
  const service: Service = await import(pathToFileURL(outfile).href)
  rmSync(folder, { recursive: true })
  return service
}

let service: Promise<Service> | undefined
let asked = 0

/** What GitHub's own language service finds in a workflow: words, contexts and values that its runner does not know. */
export async function faultsIn(text: string): Promise<string[]> {
  service ??= openService()
  const { validate, TextDocument } = await service
  // It remembers a document by its address.
  const address = `file:///.github/workflows/${asked++}.yml`
  const found = await validate(TextDocument.create(address, 'yaml', 1, text))
  return found.map(({ message, range }) => `${range.start.line + 1}: ${message}`)
}
