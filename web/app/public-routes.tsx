import { type Location, Routes } from 'react-router-dom'
import { askEarly } from '../lib/api/early-calls.ts'
import { inAMoment } from '../lib/browser/idle.ts'
import { PublicOnly } from './guards.tsx'
import type { PublicPage } from './page.ts'
import { pageAt } from './page-at.ts'
import { pagePart } from './page-part.tsx'
import { routesOf } from './page-routes.tsx'
import { publicPages } from './pages.ts'

/** The component of a page. It shows with what the page reads first, or without after a moment. */
const screenOf = ({ load }: PublicPage) =>
  pagePart(async () => {
    const { Screen, readFirst } = await load()
    if (readFirst) await inAMoment(readFirst())
    return Screen
  })

const screens = new Map(Object.values(publicPages).map((page) => [page, screenOf(page)]))

/** Begins to load the page of an address, and what it reads first. Users who are not signed in see the login page elsewhere. */
export function preloadPage(pathname: string) {
  const page = pageAt(publicPages, pathname)?.page ?? publicPages.login
  if (!page) return
  askEarly(page.reads?.filter((path) => path.startsWith('/api/')) ?? [])
  screens.get(page)?.preload()
}

/** The pages that need no session. */
export const PublicRoutes = ({ location }: { location: Location }) => (
  <Routes location={location}>
    {Array.from(screens, ([page, Screen]) => {
      const screen = <Screen label="" />
      return routesOf(page, page.access === 'visitors' ? <PublicOnly>{screen}</PublicOnly> : screen)
    })}
  </Routes>
)
