import { useEffect } from 'react'
import { useSignedInSession } from '../../../lib/session/session.ts'
import { startSending } from './sending.ts'

/** While a user is signed in, sends that user's acts that wait on this phone. */
export function WaitingActsSender() {
  const { user } = useSignedInSession()
  useEffect(() => startSending(user.id), [user.id])
  return null
}
