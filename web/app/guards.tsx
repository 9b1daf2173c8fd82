import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { pathAfterSignIn, paths } from '../lib/navigation/paths.ts'
import { sessionStore, useSession } from '../lib/session/session.ts'
import { FailedState, PageNameContext } from '../ui/failed-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { appNotLoadedTitle, WholePageNotice } from './whole-page-notice.tsx'

const rememberedBy = (state: unknown) =>
  typeof state === 'object' && state && 'from' in state ? state.from : undefined

const Waiting = () => (
  <main tabIndex={-1}>
    <Spinner />
  </main>
)

/**
 * What a locked app may say without a network: that someone has to sign in, and how many actions wait, but no patient. Anyone who holds
 * the phone reads it.
 */
function WaitingHere() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const read = async () => (await import('../features/deliveries/unsent/sealed-actions.ts')).countActions()
    void read().then(setCount, () => undefined)
  }, [])
  return (
    <div style={{ textAlign: 'center' }}>
      <p>Carelane has not been used here for a while. Unlock it as soon as there is a connection.</p>
      {count > 0 && <p>{count === 1 ? '1 action waits' : `${count} actions wait`} on this phone to be sent.</p>}
    </div>
  )
}

/** The guard of the pages for signed-in users. Visitors sign in first and then return to the page. */
export function SignedInGuard() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  switch (session.state) {
    case 'failed':
      return (
        <WholePageNotice title={session.isLocked ? 'Carelane is locked' : appNotLoadedTitle}>
          {session.isLocked && <WaitingHere />}
          <PageNameContext value="Carelane">
            <FailedState message={session.detail} action="Try again" onRetry={sessionStore.start} />
          </PageNameContext>
        </WholePageNotice>
      )
    // Below this route, `SignedInRoutes` shows the layout with a placeholder until the session has been read.
    case 'loading':
      return <Outlet />
    case 'in':
      // The organisation requires a second step at sign-in, and this user has not set one up. Until then, the server refuses all
      // calls except those whose contract entry has `withoutSecondStep`.
      if (session.user.second_step_needed && pathname !== paths.account) return <Navigate to={paths.account} replace />
      return <Outlet />
    case 'out':
      // After a deliberate sign-out, the next user at this device must not land on the previous user's page.
      return <Navigate to={paths.login} replace state={session.onPurpose ? null : { from: pathname + search + hash }} />
  }
}

/**
 * The guard of the pages for visitors who are not signed in. Signed-in users are sent to the page that they came from, or to the
 * dashboard.
 */
export function SignedOutGuard({ children }: { children: ReactNode }) {
  const session = useSession()
  const { state } = useLocation()
  if (session.state === 'loading') return <Waiting />
  return session.state === 'in' ? <Navigate to={pathAfterSignIn(rememberedBy(state))} replace /> : children
}
