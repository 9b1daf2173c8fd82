import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { returnPath } from '../lib/return-path.ts'
import { sessionStore, useSession } from '../lib/session.ts'
import { Failed } from '../ui/failed.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Standstill } from './standstill.tsx'

const rememberedBy = (state: unknown) =>
  typeof state === 'object' && state && 'from' in state ? state.from : undefined

const Waiting = () => (
  <main tabIndex={-1}>
    <Spinner />
  </main>
)

/** Only for who is signed in; others sign in first and come back. */
export function SignedInOnly() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  switch (session.state) {
    case 'loading':
      return <Waiting />
    case 'failed':
      return (
        <Standstill title="Carelane could not be loaded">
          <Failed message={session.detail} onRetry={sessionStore.start} />
        </Standstill>
      )
    case 'in':
      return <Outlet />
    case 'out':
      // Who signs out on purpose leaves no page behind for the next one at this counter.
      return <Navigate to={paths.login} replace state={session.onPurpose ? null : { from: pathname + search + hash }} />
  }
}

/** Only for who is not signed in: the others go to where they wanted, or to the dashboard. */
export function PublicOnly() {
  const session = useSession()
  const { state } = useLocation()
  if (session.state === 'loading') return <Waiting />
  return session.state === 'in' ? <Navigate to={returnPath(rememberedBy(state))} replace /> : <Outlet />
}
