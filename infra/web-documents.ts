import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An HTML document of the web build: its file, and a regular expression for the paths at which it is served. */
export interface WebDocument {
  pattern: string
  file: string
}

/** Reads the list of a web build's documents, one for each page. Empty if nothing is built. */
export function findWebDocuments(webBuild: string): WebDocument[] {
  const list = join(webBuild, '.vite/documents.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}
