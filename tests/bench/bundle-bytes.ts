import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Returns the total gzipped bytes of a bundle's entry and of every chunk that it imports statically. A cold start loads all of
 * these.
 */
export async function gzipBytesAtStart(entry: string): Promise<number> {
  const folder = dirname(entry)
  const chunks = new Set(await readdir(folder))
  const seen = new Set<string>()
  let bytes = 0
  const visit = async (name: string) => {
    if (seen.has(name) || !chunks.has(name)) return
    seen.add(name)
    const text = await readFile(join(folder, name), 'utf8')
    bytes += gzipSync(text, { level: 9 }).length
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) await visit(imported)
  }
  await visit(basename(entry))
  return bytes
}
