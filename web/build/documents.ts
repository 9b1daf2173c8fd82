import type { Plugin, Rolldown } from 'vite'
import { documentPatterns } from '../app/page-at.ts'
import { filesOf, withImports } from './chunk-files.ts'
import { readPageModules } from './page-modules.ts'
import { verifyDocument } from './verify-page.ts'

/**
 * Makes Chromium compile all functions of these scripts while they arrive, beside the main thread. Otherwise it skips over each
 * function at first, and compiles it on the main thread when it is called. Other browsers see a comment.
 */
function compileWhole(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle) {
  for (const chunk of chunks) {
    chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
    const map = bundle[`${chunk.fileName}.map`]
    // In the map, an empty line stands for the new one.
    if (map?.type === 'asset') map.source = String(map.source).replace('"mappings":"', '"mappings":";')
  }
}

/**
 * Writes an HTML document for each page of `app/pages.ts`. The document names the files that the page needs at first, which saves
 * six of nine round trips. The scripts of the page have a low priority: they are not needed before the main script has run, and on a
 * slow network they would delay the early script, on whose calls the page waits longest. Also writes the list by which servers choose
 * the document for an address, with the page that checks audit packets, which is no page of the app.
 */
export const documentsPlugin = (): Plugin => ({
  name: 'write-documents',
  enforce: 'post',
  apply: 'build',
  // After Vite has put its own line at the top of the scripts.
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const index = bundle['index.html']
      const entry = chunks.find(({ isEntry }) => isEntry)
      if (index?.type !== 'asset' || !entry) throw new Error('The build has no index.html or no entry')
      const early = chunks.find(({ name }) => name === 'early')
      if (!early) throw new Error('The build has no early')
      const font = Object.keys(bundle).find((fileName) => /inter-latin-wght-normal.*\.woff2$/.test(fileName))
      if (!font) throw new Error('The build has no font')
      const html = String(index.source).replace(
        '    <script ',
        [
          `    <script type="module" async fetchpriority="high" crossorigin src="/${early.fileName}"></script>\n`,
          `    <link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">\n`,
          '    <script ',
        ].join(''),
      )
      index.source = html
      const known = new Set(filesOf(withImports(entry, bundle)))

      const filesFor = (module: string) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
        if (!chunk) throw new Error(`web/app/pages.ts imports ${module}, which is no part of the build`)
        return filesOf(withImports(chunk, bundle)).filter((file) => !known.has(file))
      }
      const atStart = new Set(filesOf(withImports(entry, bundle)).concat(filesOf(withImports(early, bundle))))
      const pages = await readPageModules()
      const documents = documentPatterns(Object.fromEntries(Array.from(pages, ([name, { page }]) => [name, page])))
      for (const [at, { page, frame, own, parts }] of [...pages.values()].entries()) {
        const files = new Set([...frame, ...own, ...parts].flatMap(filesFor))
        for (const file of files) atStart.add(file)
        const reads = 'reads' in page ? (page.reads ?? []) : []
        const links = [
          ...reads.map((path) => `rel="preload" as="fetch" crossorigin href="${path}"`),
          ...Array.from(files, (file) =>
            file.endsWith('.css')
              ? `rel="preload" as="style" crossorigin href="/${file}"`
              : `rel="modulepreload" fetchpriority="low" crossorigin href="/${file}"`,
          ),
        ].map((link) => `    <link ${link}>\n`)
        const source = html.replace('  </head>', `${links.join('')}  </head>`)
        this.emitFile({ type: 'asset', fileName: documents[at]?.file.slice(1) ?? '', source })
      }
      compileWhole(
        chunks.filter(({ fileName }) => atStart.has(fileName)),
        bundle,
      )
      this.emitFile({
        type: 'asset',
        fileName: '.vite/documents.json',
        source: JSON.stringify([...documents, verifyDocument]),
      })
    },
  },
})
