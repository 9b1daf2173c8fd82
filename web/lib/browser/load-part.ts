import { releaseHeader } from '#shared/api/release-header.ts'
import { PartError } from '../api/browser-error.ts'
import { release } from './release.ts'
import { reload } from './reload.ts'

/** Files that have arrived or are on their way, by path. A failed file is removed, so that it can be requested again. */
const files = new Map<string, Promise<unknown>>()
/** What the browser loads by itself, because the document names it. */
const named = new Set<string>()

const linked = (rels: string) =>
  Array.from(document.querySelectorAll<HTMLLinkElement>(rels), ({ href }) => new URL(href).pathname)
for (const path of linked('[rel=modulepreload],[rel=stylesheet]')) named.add(path)

/** Brings a file into the browser's cache, from which the import then takes it. */
async function fetchFile(path: string) {
  const answer = await fetch(path)
  const isOurs = /javascript|css/.test(answer.headers.get('content-type') ?? '')
  const newest = answer.headers.get(releaseHeader) ?? release
  if (!answer.ok || !isOurs) throw new PartError(answer.ok || newest === release ? 'lost' : 'outdated')
  await answer.arrayBuffer()
}

/** Resolves when a style sheet is applied, or a module has been read. */
const link = (rel: 'modulepreload' | 'stylesheet', href: string) =>
  new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement('link'), { rel, href, onload, onerror }))
  })

/** By itself the browser would come upon a module only when it has read the one that imports it. Its import tells what fails. */
const readModule = (path: string) => fetchFile(path).then(() => void link('modulepreload', path).catch(() => undefined))

const applySheet = (path: string) =>
  link('stylesheet', path).catch(() => fetchFile(path).then(() => link('stylesheet', path)))

function load(path: string): Promise<unknown> {
  if (named.has(path)) return Promise.resolve()
  const coming = files.get(path) ?? (path.endsWith('.css') ? applySheet(path) : readModule(path))
  files.set(path, coming)
  coming.catch(() => files.delete(path))
  return coming
}

for (const path of linked('[as=style]')) void load(path)

/** A file of the document could not be had, and the page has said so. */
let isTold = false
const isReload = () => performance.getEntriesByType('navigation').some((entry) => entry.toJSON().type === 'reload')

/**
 * Stands behind every `import()` of the build. Rejects with a PartError when the part cannot be loaded; it can then be
 * called again. A browser remembers a failed import, with everything that depends on it, for as long as the page lives.
 * `importPart` is therefore called only after all the files in `names` are in the browser's cache. A module that the document names
 * may have failed all the same: as soon as it can be had, the page is opened anew.
 */
export async function loadPart<T>(importPart: () => Promise<T>, names: readonly string[] = []): Promise<T> {
  const paths = names.map((name) => `/${name}`)
  async function mend(cause: unknown): Promise<never> {
    // The part itself comes first. Where the document does not name it, somebody may be typing by now.
    const ofDocument = named.has(paths[0] ?? '') ? paths.filter((path) => named.has(path)) : []
    await Promise.all(ofDocument.map(fetchFile)).catch((error: unknown) => {
      isTold = true
      throw error
    })
    // What fails for another reason than its network fails again, and the page must come to rest.
    if (ofDocument.length === 0 || (isReload() && !isTold)) throw new PartError('stuck', { cause })
    reload()
    return new Promise(() => undefined)
  }
  try {
    await Promise.all(paths.map(load))
    return await importPart().catch(mend)
  } catch (error) {
    throw error instanceof PartError ? error : new PartError('lost', { cause: error })
  }
}
