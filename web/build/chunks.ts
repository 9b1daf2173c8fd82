import { basename } from 'node:path'
import type { Rolldown } from 'vite'
import type { PageModules } from './page-modules.ts'

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>
type Pages = ReadonlyMap<string, PageModules>

/** Returns the names of the pages that load each module when they open, by the module's path. */
function pagesByModule(pages: Pages, modules: Modules) {
  const found = new Map<string, Set<string>>()
  const visit = (id: string, page: string) => {
    const known = found.get(id) ?? new Set()
    if (known.has(page)) return
    found.set(id, known.add(page))
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) visit(imported, page)
  }
  for (const [page, { frame, own, parts }] of pages) for (const id of [...frame, ...own, ...parts]) visit(id, page)
  return found
}

/** Returns the name of the chunk of a module that only public pages need, or the login page, or all pages of signed-in users. */
function chunkOfMany(names: readonly string[], pages: Pages) {
  const publicCount = names.filter((name) => pages.get(name)?.isPublic).length
  const signedInCount = [...pages.values()].filter(({ isPublic }) => !isPublic).length
  if (publicCount === names.length) return names.includes('login') ? 'public' : 'visitors'
  if (names.includes('login')) return 'forms'
  if (names.length - publicCount < signedInCount) return undefined
  return publicCount > 0 ? 'calls' : 'frame'
}

/** How many pages must need a module before it shares a chunk with others. */
const fewestPages = 4

/** The pages that people open most. Neither loads a chunk of many pages unless it needs every module in the chunk. */
const mainPages = ['myRun', 'deliveries']

/**
 * Returns a function that returns the name of a module's chunk. What one page needs is one chunk. What several pages need is in few
 * chunks, by its folder, because a page is shown later by each file that it has to load, even if it needs only a part of one. What a
 * main page shares with one or two others is a chunk, too. For a module that no page needs when it opens, and for one that only two
 * or three other pages need, the function returns null, and the bundler decides.
 */
export function chunkNamer(pages: Pages) {
  let needed: ReturnType<typeof pagesByModule> | undefined

  return (id: string, modules: Modules): string | null => {
    needed ??= pagesByModule(pages, modules)
    const names = [...(needed.get(id) ?? [])]
    const [name] = names
    if (!name) return null
    if (names.length === 1) return name
    const [owner, ...others] = new Set(names.flatMap((page) => pages.get(page)?.own ?? []))
    if (owner && others.length === 0) return basename(owner, '.tsx')
    const chunk = chunkOfMany(names, pages)
    if (chunk) return chunk
    const mains = mainPages.filter((page) => names.includes(page))
    if (names.length < fewestPages) return mains.length > 0 ? ['few', ...mains].join('-') : null
    const folder = /\/web\/(lib|ui)\//.test(id) ? 'ui' : 'work'
    const visibility = names.some((page) => pages.get(page)?.isPublic) ? ['public'] : []
    return [folder, ...visibility, ...mains].join('-')
  }
}
