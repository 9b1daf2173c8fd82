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

/** How many pages must need a module before it is put into the chunk of its folder. */
const fewestPages = 5

/** Returns the name of the chunk for the modules of a folder that several pages need; undefined if the folder has none. */
function chunkOfFolder(id: string) {
  if (/\/web\/(lib|ui)\//.test(id)) return 'ui'
  if (/\/shared\//.test(id)) return 'contract'
  const feature = /\/web\/features\/([\w-]+)\//.exec(id)?.[1]
  return feature && `${feature}-shared`
}

/**
 * Returns a function that returns the name of a module's chunk. Modules that one page needs are one file, and so are those that
 * many pages need, by folder, because each file costs a request. A page loads little that it does not need. For a module that no
 * page needs when it opens, and for one that only a few pages need, the function returns null, and the bundler decides.
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
    const folder = names.length < fewestPages ? undefined : chunkOfFolder(id)
    if (!folder) return null
    return names.some((page) => pages.get(page)?.isPublic) ? `${folder}-public` : folder
  }
}
