import { declareCacheOwner } from '../lib/api/query-client.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { findOpenedPage, type OpenedPage, type PageAddress } from './opened-page.ts'
import type { SignedInPage } from './page.ts'

const screenOf = ({ load }: SignedInPage) => lazyComponent(async () => (await load()).Screen)

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

/** Loads the code of a page and of its `parts`. If this fails, the page reports the failure when it opens. */
function load({ page }: OpenedPage) {
  lazyScreenOf(page).preload()
  for (const loadPart of page.parts ?? []) loadPart().catch(() => undefined)
}

async function begin(opening: OpenedPage) {
  const { page, opened } = opening
  load(opening)
  if (!opened) return
  declareCacheOwner(opened.known.user_id)
  const { preloadData } = await page.load()
  await preloadData?.(opened)
}

/** Loads the page of an address and, if this user probably may see it, its first data. Resolves when the data has arrived. */
export async function loadPageWithData(accessToken: string, address: PageAddress) {
  const opening = findOpenedPage(accessToken, address)
  if (opening) await begin(opening)
}

/** Loads the code of the page of an address that the user may open next. */
export function loadPageCode(accessToken: string, address: PageAddress) {
  const opening = findOpenedPage(accessToken, address)
  if (opening) load(opening)
}
