import { type Location, Route, Routes, useNavigationType } from 'react-router-dom'
import { LoadingBoundary } from '../ui/lazy-component.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { SignedInGuard } from './guards.tsx'
import { lazyPage } from './lazy-page.tsx'
import { pageAt } from './page-at.ts'
import { publicPages } from './pages.ts'

const PublicRoutes = lazyPage(async () => (await import('./public-routes.tsx')).PublicRoutes)
const SignedInRoutes = lazyPage(async () => (await loadSignedInRoutes()).SignedInRoutes)

let isInstalled = false

/** Imports the routes of the pages of signed-in users. The first time, also starts what these pages need. */
export async function loadSignedInRoutes() {
  const module = await import('./signed-in-routes.tsx')
  if (!isInstalled) module.installSignedIn()
  isInstalled = true
  return module
}

/**
 * Every address of the app. The routes of the public pages and those of the pages of signed-in users are two modules, which are
 * loaded separately.
 */
export function AppRoutes({ location }: { location: Location }) {
  // Read the type of the navigation here, because inside routes with a given location, React Router always reports it as `POP`.
  const navigation = useNavigationType()
  const isPublic = pageAt(publicPages, location.pathname) !== undefined
  return (
    <LoadingBoundary fallback={<Spinner />}>
      {isPublic ? (
        <PublicRoutes location={location} />
      ) : (
        <Routes location={location}>
          <Route element={<SignedInGuard />}>
            <Route path="*" element={<SignedInRoutes navigation={navigation} />} />
          </Route>
        </Routes>
      )}
    </LoadingBoundary>
  )
}
