import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** The gzipped bytes that a page loads. */
interface Weight {
  js: number
  css: number
}

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

/** Returns the files that a build loads for some modules, or for chunks by name: their own files and all static imports. */
export async function filesOf(folder: string, modules: readonly string[]): Promise<string[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name)
    if (!chunk) throw new Error(`The build has no ${name}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of modules) visit(name)
  return [...files]
}

/** Returns the pages for which a build has documents, by their names in `web/app/pages.ts`. */
export async function pageNamesOf(folder: string): Promise<string[]> {
  const documents = await readdir(join(folder, 'documents'))
  return documents.map((file) => basename(file, '.html')).sort()
}

/**
 * Returns the scripts and style sheets that a page's HTML document names. The page loads all of them before it shows its content.
 */
export async function filesOfPage(folder: string, page: string): Promise<string[]> {
  const html = await readFile(join(folder, 'documents', `${page}.html`), 'utf8')
  const named = Array.from(html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g), ([, file = '']) => file)
  return [...new Set(named)]
}

/** Returns the total gzipped bytes of files in a build, for scripts and for CSS. */
export async function weigh(folder: string, files: readonly string[]): Promise<Weight> {
  const weight: Weight = { js: 0, css: 0 }
  for (const file of files) {
    const bytes = gzipSync(await readFile(join(folder, file)), { level: 9 }).length
    weight[file.endsWith('.css') ? 'css' : 'js'] += bytes
  }
  return weight
}

/** Builds a page that contains only React, for the comparison, and passes its folder to `use`. */
export async function withReactOnlyPage<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'carelane-shell-'))
  try {
    await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(root, 'node_modules'))
    await writeFile(
      join(root, 'index.html'),
      '<!doctype html><title>Shell</title><div id="app"></div><script type="module" src="/main.js"></script>',
    )
    await writeFile(
      join(root, 'main.js'),
      `import { createElement, StrictMode } from 'react'
      import { createRoot } from 'react-dom/client'
      createRoot(document.getElementById('app')).render(createElement(StrictMode, null, createElement('h1', null, 'Shell')))`,
    )
    await build({
      root,
      logLevel: 'error',
      configFile: false,
      build: { manifest: true, modulePreload: { polyfill: false } },
    })
    return await use(join(root, 'dist'))
  } finally {
    await rm(root, { recursive: true })
  }
}
