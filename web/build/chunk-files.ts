import type { Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** Returns a chunk and all chunks that it imports statically, directly or indirectly. */
export function withImports(chunk: Chunk, bundle: Rolldown.OutputBundle, found = new Set<Chunk>()) {
  if (found.has(chunk)) return found
  found.add(chunk)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') withImports(imported, bundle, found)
  }
  return found
}

/** Returns the names of the chunks' files: scripts, and the style sheets that they import. */
export const filesOf = (chunks: Iterable<Chunk>) =>
  [...chunks].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
