import { releaseHeader } from '#shared/api/release-header.ts'
import { PartError } from './browser-error.ts'
import { release } from './release.ts'

/** Files that have arrived or are on their way, by path. A failed file is removed, so that it can be requested again. */
const files = new Map<string, Promise<void>>()

// The browser loads by itself what the document names.
for (const { src, href } of document.querySelectorAll<HTMLScriptElement & HTMLLinkElement>(
  'script[type=module][src], link[rel=modulepreload], link[rel=stylesheet]',
))
  files.set(new URL(src || href).pathname, Promise.resolve())

declare global {
  interface PerformanceResourceTiming {
    /** Not yet in TypeScript's types, nor in each browser. */
    readonly contentType?: string
  }
}

const isOfBuild = (type: string | null = '') => /javascript|css/.test(type ?? '')

/** Whether the browser has fetched a file already, as our documents have it do. Where it does not tell, the file is fetched from its cache. */
const isHere = (path: string) =>
  performance
    .getEntriesByName(new URL(path, location.href).href, 'resource')
    .some(
      (entry) =>
        entry instanceof PerformanceResourceTiming && entry.responseStatus === 200 && isOfBuild(entry.contentType),
    )

/** Brings a file into the browser's cache, from which the import then takes it. */
async function fetchFile(path: string) {
  if (isHere(path)) return
  const answer = await fetch(path)
  const isOurs = isOfBuild(answer.headers.get('content-type'))
  const newest = answer.headers.get(releaseHeader)
  if (!answer.ok && newest && newest !== release) throw new PartError('outdated')
  if (!answer.ok || !isOurs) throw new PartError('lost')
  await answer.arrayBuffer()
}

/** Has the browser read a module: by itself it would come upon one only when it has read the module that imports it. */
async function readModule(path: string) {
  await fetchFile(path)
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = path
  document.head.append(link)
}

async function applySheet(path: string) {
  await fetchFile(path)
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = path
  await new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = reject
    document.head.append(link)
  }).catch((error: unknown) => {
    link.remove()
    throw error
  })
}

function load(path: string): Promise<void> {
  const coming = files.get(path) ?? (path.endsWith('.css') ? applySheet(path) : readModule(path))
  files.set(path, coming)
  coming.catch(() => files.delete(path))
  return coming
}

/**
 * Stands behind every `import()` of the build. Rejects with a PartError when the part cannot be loaded; it can then be
 * called again. A browser remembers a failed import, with everything that depends on it, for as long as the page lives.
 * `importPart` is therefore called only after all the files in `names` are in the browser's cache.
 */
export async function loadPart<T>(importPart: () => Promise<T>, names: readonly string[] = []): Promise<T> {
  try {
    await Promise.all(names.map((name) => load(`/${name}`)))
  } catch (error) {
    throw error instanceof PartError ? error : new PartError('lost', { cause: error })
  }
  return importPart().catch((error: unknown) => {
    throw new PartError('stuck', { cause: error })
  })
}
