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

/** Writes the documents of `documents.ts`. What fails of the files that they name, `lib/load-part.ts` mends. */
export const writeDocuments = (): Plugin => ({
  name: 'write-documents',
  enforce: 'post',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const index = bundle['index.html']
    const entry = chunks.find(({ isEntry }) => isEntry)
    if (index?.type !== 'asset' || !entry) throw new Error('The build has no index.html or no entry')
    const early = chunks.find(({ name }) => name === 'early')
    if (!early) throw new Error('The build has no early')
    const html = String(index.source).replace(
      '    <script ',
      `    <script type="module" async crossorigin src="/${early.fileName}"></script>\n    <script `,
    )
    index.source = html
    const known = new Set(filesOf(withImports(entry, bundle)))

    const filesFor = (part: string) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${part}`)))
      if (!chunk) throw new Error(`web/documents.ts names ${part}, which is no part of the build`)
      return filesOf(withImports(chunk, bundle)).filter((file) => !known.has(file))
    }
    for (const [at, { parts, answers = [] }] of Object.values(documents).entries()) {
      const files = new Set(parts.flatMap(filesFor))
      const links = [
        ...answers.map((path) => `rel="preload" as="fetch" crossorigin href="${path}"`),
        ...Array.from(files, (file) =>
          file.endsWith('.css')
            ? `rel="preload" as="style" href="/${file}"`
            : `rel="modulepreload" crossorigin href="/${file}"`,
        ),
      ].map((link) => `    <link ${link}>\n`)
      const source = html.replace('  </head>', `${links.join('')}  </head>`)
      this.emitFile({ type: 'asset', fileName: documentFiles[at]?.file.slice(1) ?? '', source })
    }
  },
})
