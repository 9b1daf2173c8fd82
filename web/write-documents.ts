import type { Plugin, Rolldown } from 'vite'
import { documentFiles, documents } from './documents.ts'

type Chunk = Rolldown.OutputChunk

/** A chunk, and all that it imports. */
function withImports(chunk: Chunk, bundle: Rolldown.OutputBundle, found = new Set<Chunk>()) {
  if (found.has(chunk)) return found
  found.add(chunk)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') withImports(imported, bundle, found)
  }
  return found
}

const filesOf = (chunks: Iterable<Chunk>) =>
  [...chunks].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])

/**
 * Writes the documents of `documents.ts`. The browser fetches the files as `lib/load-part.ts` would: what fails can be fetched again,
 * which a module that it preloads by itself cannot.
 */
export const writeDocuments = (): Plugin => ({
  name: 'write-documents',
  enforce: 'post',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const index = bundle['index.html']
    const entry = chunks.find(({ isEntry }) => isEntry)
    if (index?.type !== 'asset' || !entry) throw new Error('The build has no index.html or no entry')
    const known = new Set(filesOf(withImports(entry, bundle)))

    const filesFor = (part: string) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${part}`)))
      if (!chunk) throw new Error(`web/documents.ts names ${part}, which is no part of the build`)
      return filesOf(withImports(chunk, bundle)).filter((file) => !known.has(file))
    }
    for (const [at, { parts, answers = [] }] of Object.values(documents).entries()) {
      const files = new Set(parts.flatMap(filesFor))
      const links = [...answers, ...Array.from(files, (file) => `/${file}`)].map(
        (path) => `    <link rel="preload" as="fetch" crossorigin href="${path}">\n`,
      )
      const source = String(index.source).replace('  </head>', `${links.join('')}  </head>`)
      this.emitFile({ type: 'asset', fileName: documentFiles[at]?.file.slice(1) ?? '', source })
    }
  },
})
