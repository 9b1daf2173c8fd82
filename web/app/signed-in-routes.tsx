import { Navigate, type NavigationType, Route, Routes } from 'react-router-dom'
import { manageDeliveriesRule, viewDeliveriesRule } from '#shared/rules/permissions.ts'
import { installCacheClearing } from '../lib/api/query-client.ts'
import { installUserReturn } from '../lib/browser/user-return.ts'
import { installDraftRemoval } from '../lib/forms/drafts.ts'
import { paths } from '../lib/navigation/paths.ts'
import { installFreshRights } from '../lib/session/fresh-rights.ts'
import { useSession, useSignedInSession } from '../lib/session/session.ts'
import { AccessGuard } from './access-guard.tsx'
import { Layout, WaitingLayout } from './layout.tsx'
import { lazyScreenOf } from './open-page.ts'
import type { SignedInPage } from './page.ts'
import { renderRoutes } from './page-routes.tsx'
import { signedInPages } from './pages.ts'

export { loadPageWithData } from './open-page.ts'

/** Starts what pages of signed-in users need in addition to what `main.tsx` starts. Call this once. */
export function installSignedIn() {
  installCacheClearing()
  installFreshRights()
  installDraftRemoval()
  installUserReturn()
  // What is kept for times without a network is no part of what a page waits for. It is missing if this part fails to load.
  import('./kept-data.ts').then(
    ({ installKeptData }) => installKeptData(),
    () => undefined,
  )
}

function guarded(page: SignedInPage) {
  const Screen = lazyScreenOf(page)
  return (
    <AccessGuard access={page.access}>
      <Screen label={page.menu?.label ?? ''} />
    </AccessGuard>
  )
}

/** The address at which the installed app starts: it leads users who only deliver to their run, all others to the dashboard. */
function Start() {
  const { hasAny } = useSignedInSession()
  const isDriver = hasAny(viewDeliveriesRule) && !hasAny(manageDeliveriesRule)
  return <Navigate to={isDriver ? paths.myRun : paths.dashboard} replace />
}

interface SignedInRoutesProps {
  /** The type of the navigation that opened the page. */
  navigation: NavigationType
  pages?: Readonly<Record<string, SignedInPage>>
}

/** The pages of signed-in users, in their layout. An unknown address leads to the dashboard. */
export function SignedInRoutes({ navigation, pages = signedInPages }: SignedInRoutesProps) {
  const { state } = useSession()
  if (state !== 'in') return <WaitingLayout />
  return (
    <Routes>
      <Route element={<Layout navigation={navigation} />}>
        <Route path="/" element={<Start />} />
        {Object.values(pages).map((page) => renderRoutes(page, guarded(page)))}
        <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
      </Route>
    </Routes>
  )
}
