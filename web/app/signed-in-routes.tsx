import { Navigate, type NavigationType, Route, Routes } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { AccessGuard } from './access-guard.tsx'
import { Layout, WaitingLayout } from './layout.tsx'
import { screenFor } from './open-page.ts'
import type { UserPage } from './page.ts'
import { PageRedirect } from './page-redirect.tsx'
import { userPages } from './pages.ts'

export { beginPage } from './open-page.ts'

function routesOf(page: UserPage) {
  const { path, redirects = [], access, menu } = page
  const Screen = screenFor(page)
  return [
    <Route
      key={path}
      path={path}
      element={
        <AccessGuard access={access}>
          <Screen label={menu?.label ?? ''} />
        </AccessGuard>
      }
    />,
    ...redirects.map((from) => <Route key={from} path={from} element={<PageRedirect to={path} />} />),
  ]
}

interface SignedInRoutesProps {
  /** The way by which the page was reached. */
  navigation: NavigationType
  pages?: Readonly<Record<string, UserPage>>
}

/** The pages of signed-in users, in their frame. An unknown address leads to the dashboard. */
export function SignedInRoutes({ navigation, pages = userPages }: SignedInRoutesProps) {
  const { state } = useSession()
  if (state !== 'in') return <WaitingLayout />
  return (
    <Routes>
      <Route element={<Layout navigation={navigation} />}>
        {Object.values(pages).flatMap(routesOf)}
        <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
      </Route>
    </Routes>
  )
}
