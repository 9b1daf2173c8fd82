import type { PreloadContext } from '../lib/navigation/data-preload.ts'
import { readClaims } from '../lib/session/access-token.ts'
import { type LastKnownUser, lastKnownUserStore, todayOf, wasPermitted } from '../lib/session/last-known.ts'
import type { PageAccess, SignedInPage } from './page.ts'
import { pageAt } from './page-at.ts'
import { signedInPages } from './pages.ts'

/** The parts of an address that decide which page it opens and what the page shows. `location` and links have them. */
export type PageAddress = Pick<Location, 'pathname' | 'search'>

export interface OpenedPage {
  page: SignedInPage
  /**
   * The input of the page's `preloadData` and `asks`. Undefined if the user is not known in this browser or probably may not see
   * the page, so that no data is requested for it.
   */
  opened: PreloadContext | undefined
}

function wasOpenTo(known: LastKnownUser, access: PageAccess) {
  if (access === 'users') return true
  if (access === 'tenant administrators') return known.is_tenant_admin
  return access.every((rule) => wasPermitted(known, rule))
}

/** Returns the page that the holder of a token opens at an address, or undefined if no page of signed-in users has the address. */
export function findOpenedPage(
  accessToken: string,
  { pathname, search }: PageAddress,
  pages = signedInPages,
): OpenedPage | undefined {
  const found = pageAt(pages, pathname)
  if (!found) return undefined
  const { page, params } = found
  const { sub, iat, exp } = readClaims(accessToken)
  const known = lastKnownUserStore.of(sub)
  if (!known || !wasOpenTo(known, page.access)) return { page, opened: undefined }
  const nowSeconds = Date.now() / 1000
  const isClockRight = Number(iat) <= nowSeconds && nowSeconds <= Number(exp)
  const { path } = page
  const opened = {
    ...{ accessToken, known, path, params, search: new URLSearchParams(search) },
    // A getter, because the first date in a time zone takes a slow phone 60 ms, and the first calls of most pages need none.
    get today() {
      return isClockRight ? todayOf(known) : undefined
    },
  }
  return { page, opened }
}
