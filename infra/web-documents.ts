import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file of a document, and a regular expression for the addresses that it is for. */
export interface WebDocument {
  pattern: string
  file: string
}

/** The documents that a web build has written, one for each page; none where nothing is built. */
export function documentsIn(webBuild: string): WebDocument[] {
  const list = join(webBuild, '.vite/documents.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}
