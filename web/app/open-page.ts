import { declareCacheOwner } from '../lib/api/query-client.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { findOpenedPage, type PageAddress } from './opened-page.ts'
import type { SignedInPage } from './page.ts'
import { pageAt } from './page-at.ts'
import { signedInPages } from './pages.ts'

/** Makes a page's component. Its parts are loaded in parallel with it. */
const screenOf = ({ load, parts = [] }: SignedInPage) =>
  lazyComponent(async () => {
    for (const loadPart of parts) loadPart().catch(() => undefined)
    return (await load()).Screen
  })

/**
 * The pages' components, by their `load` function. Pages with the same `load` share a component, which stays mounted when the user
 * moves between them.
 */
const screens = new Map<SignedInPage['load'], ReturnType<typeof screenOf>>()

/** Returns the lazily loaded component of a page. */
export function lazyScreenOf(page: SignedInPage) {
  const screen = screens.get(page.load) ?? screenOf(page)
  screens.set(page.load, screen)
  return screen
}

/** Loads the page of an address and, if this user probably may see it, its first data. Resolves when the data has arrived. */
export async function loadPageWithData(accessToken: string, address: PageAddress) {
  const { page, opened } = findOpenedPage(accessToken, address) ?? {}
  if (!page) return
  lazyScreenOf(page).preload()
  if (!opened) return
  declareCacheOwner(opened.known.user_id)
  const { preloadData } = await page.load()
  await preloadData?.(opened)
}

/** Loads the code of the page of an address that the user may open next. */
export function loadPageCode(pathname: string) {
  const found = pageAt(signedInPages, pathname)
  if (found) lazyScreenOf(found.page).preload()
}
