import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { contractModules, withoutDocumentation } from '../web/drop-documentation.ts'

/** Leaves out of a function what the contract says to readers of the OpenAPI document alone. */
export const dropDocumentationPlugin: Plugin = {
  name: 'drop-documentation',
  setup({ onLoad }) {
    onLoad({ filter: contractModules }, async ({ path }) => ({
      contents: withoutDocumentation(path, await readFile(path, 'utf8')),
      loader: 'ts',
    }))
  },
}
