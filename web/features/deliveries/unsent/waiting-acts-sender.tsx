import { useEffect } from 'react'
import { useSignedInSession } from '../../../lib/session/session.ts'
import { startSending } from './sending.ts'

/** While a user is signed in, sends the acts of this user that this phone has stored, such as completions. */
export function WaitingActsSender() {
  const { user } = useSignedInSession()
  useEffect(() => startSending(user.id), [user.id])
  return null
}
