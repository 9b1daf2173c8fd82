import { useEffect } from 'react'
import { useSignedInSession } from '../../../lib/session/session.ts'
import { startSending } from './sending.ts'

/** While a user is signed in, sends what this user did at doors and this phone has stored. */
export function WaitingActsSender() {
  const { user } = useSignedInSession()
  useEffect(() => startSending(user.id), [user.id])
  return null
}
