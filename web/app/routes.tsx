import { type Location, matchPath, Route, Routes, useNavigationType } from 'react-router-dom'
import { publicPaths } from '../lib/paths.ts'
import { WhileLoading } from '../ui/part.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { SignedInOnly } from './guards.tsx'
import { pagePart } from './page-part.tsx'

const PublicRoutes = pagePart(async () => (await import('./public-routes.tsx')).PublicRoutes)
const SignedInRoutes = pagePart(async () => (await import('./signed-in-routes.tsx')).SignedInRoutes)

/** Every address of the app. Visitors load nothing of the pages of signed-in users, and these nothing of theirs. */
export function AppRoutes({ location }: { location: Location }) {
  // Routes with a given location no longer tell their children how they were reached.
  const navigation = useNavigationType()
  const isPublic = publicPaths.some((path) => matchPath(path, location.pathname))
  return (
    <WhileLoading fallback={<Spinner />}>
      {isPublic ? (
        <PublicRoutes location={location} />
      ) : (
        <Routes location={location}>
          <Route element={<SignedInOnly />}>
            <Route path="*" element={<SignedInRoutes navigation={navigation} />} />
          </Route>
        </Routes>
      )}
    </WhileLoading>
  )
}
