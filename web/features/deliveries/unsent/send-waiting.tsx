import { useEffect } from 'react'
import { useSignedIn } from '../../../lib/session/session.ts'
import { startSending } from './sending.ts'

/** Sends what waits on this phone, as long as its user is signed in. */
export function SendWaiting() {
  const { user } = useSignedIn()
  useEffect(() => startSending(user.id), [user.id])
  return null
}
