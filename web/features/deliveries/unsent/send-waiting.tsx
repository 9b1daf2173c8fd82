import { useEffect } from 'react'
import { useSignedIn } from '../../../lib/session/session.ts'
import { startSending } from './sending.ts'

/** Sends the acts that wait on this phone while their user is signed in. */
export function SendWaiting() {
  const { user } = useSignedIn()
  useEffect(() => startSending(user.id), [user.id])
  return null
}
