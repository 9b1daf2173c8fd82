import { type Location, Route, Routes } from 'react-router-dom'
import { askEarly } from '../lib/asked-early.ts'
import { inAMoment } from '../lib/in-a-moment.ts'
import { PublicOnly } from './guards.tsx'
import type { PublicPage } from './page.ts'
import { pageAt } from './page-at.ts'
import { pagePart } from './page-part.tsx'
import { PageRedirect } from './page-redirect.tsx'
import { publicPages } from './pages.ts'

/** The component of a page: it comes with what it reads first, or a moment later without. */
const screenOf = ({ load }: PublicPage) =>
  pagePart(async () => {
    const { Screen, readFirst } = await load()
    if (readFirst) await inAMoment(readFirst())
    return Screen
  })

const screens = new Map(Object.values(publicPages).map((page) => [page, screenOf(page)]))

/** Begins to load the page of an address, and what it reads first. */
export function preloadPage(pathname: string) {
  const { page = publicPages.login } = pageAt(publicPages, pathname) ?? {}
  if (!page) return
  askEarly(page.reads?.filter((path) => path.startsWith('/api/')) ?? [])
  screens.get(page)?.preload()
}

function routesOf([page, Screen]: readonly [PublicPage, ReturnType<typeof screenOf>]) {
  const { path, redirects = [], access } = page
  const element = <Screen label="" />
  return [
    <Route key={path} path={path} element={access === 'visitors' ? <PublicOnly>{element}</PublicOnly> : element} />,
    ...redirects.map((from) => <Route key={from} path={from} element={<PageRedirect to={path} />} />),
  ]
}

/** The pages that need no session. */
export const PublicRoutes = ({ location }: { location: Location }) => (
  <Routes location={location}>{[...screens].flatMap(routesOf)}</Routes>
)
