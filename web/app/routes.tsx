import { type Location, Route, Routes, useNavigationType } from 'react-router-dom'
import { WhileLoading } from '../ui/part.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { SignedInOnly } from './guards.tsx'
import { pageAt } from './page-at.ts'
import { pagePart } from './page-part.tsx'
import { publicPages } from './pages.ts'

const PublicRoutes = pagePart(async () => (await import('./public-routes.tsx')).PublicRoutes)
const SignedInRoutes = pagePart(async () => (await import('./signed-in-routes.tsx')).SignedInRoutes)

/** Every address of the app. Visitors load nothing of the pages of signed-in users, and these nothing of theirs. */
export function AppRoutes({ location }: { location: Location }) {
  // Routes with a given location no longer tell their children how they were reached.
  const navigation = useNavigationType()
  const isPublic = pageAt(publicPages, location.pathname) !== undefined
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
