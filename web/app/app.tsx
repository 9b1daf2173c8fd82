import { Activity, useState } from 'react'
import { type Location, useLocation } from 'react-router-dom'
import { paths } from '../lib/navigation/paths.ts'
import { HiddenPagesSessionContext, useSession } from '../lib/session/session.ts'
import type { SignedInState } from '../lib/session/session-store.ts'
import { AppRoutes } from './routes.tsx'

interface HiddenPages {
  session: SignedInState
  location: Location
}

/**
 * The pages of the app. If a session ends while a form holds unsaved values, and the user did not sign out deliberately, the form's
 * page stays mounted but hidden. It reappears when its user has signed in again and returned to it. If another user signs in, a new
 * page replaces it.
 */
export function App() {
  const session = useSession()
  const location = useLocation()
  const [hidden, setHidden] = useState<HiddenPages>()
  const [generation, setGeneration] = useState(0)

  if (!hidden && session.state === 'out' && session.hidden) setHidden({ session: session.hidden, location })
  if (hidden && session.state === 'in' && location.pathname !== paths.login) {
    setHidden(undefined)
    if (session.user.id !== hidden.session.user.id) setGeneration(generation + 1)
  }

  return (
    <>
      <HiddenPagesSessionContext value={hidden?.session}>
        <Activity mode={hidden ? 'hidden' : 'visible'}>
          <AppRoutes key={generation} location={hidden?.location ?? location} />
        </Activity>
      </HiddenPagesSessionContext>
      {hidden && <AppRoutes location={location} />}
    </>
  )
}
