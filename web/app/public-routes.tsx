import { type Location, Routes } from 'react-router-dom'
import { callEarly } from '../lib/api/early-calls.ts'
import { waitBriefly } from '../lib/browser/idle.ts'
import { SignedOutGuard } from './guards.tsx'
import { lazyPage } from './lazy-page.tsx'
import type { PublicPage } from './page.ts'
import { pageAt } from './page-at.ts'
import { renderRoutes } from './page-routes.tsx'
import { publicPages } from './pages.ts'

/** Returns the component of a page. It waits briefly for the page's first data and then renders with or without it. */
const screenOf = ({ load }: PublicPage) =>
  lazyPage(async () => {
    const { Screen, preloadData } = await load()
    if (preloadData) await waitBriefly(preloadData())
    return Screen
  })

const screens = new Map(Object.values(publicPages).map((page) => [page, screenOf(page)]))

/**
 * Starts to load the public page of an address and its first data. If the address has no public page, starts to load the login
 * page, to which the visitor is going to be redirected.
 */
export function preloadPage(pathname: string) {
  const page = pageAt(publicPages, pathname)?.page ?? publicPages.login
  if (!page) return
  callEarly(page.reads?.filter((path) => path.startsWith('/api/')) ?? [])
  screens.get(page)?.preload()
}

/** The pages that need no session. */
export const PublicRoutes = ({ location }: { location: Location }) => (
  <Routes location={location}>
    {Array.from(screens, ([page, Screen]) => {
      const screen = <Screen label="" />
      return renderRoutes(page, page.access === 'visitors' ? <SignedOutGuard>{screen}</SignedOutGuard> : screen)
    })}
  </Routes>
)
