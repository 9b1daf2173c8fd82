import { Hub } from 'aws-amplify/utils'

const channel = 'carelane-session'

/** Tells every listener that the tokens are gone. */
export const announceSignedOut = () => Hub.dispatch(channel, { event: 'signed-out' })

/** Calls `listener` whenever a session ends. Returns how to stop. */
export const onSignedOut = (listener: () => void) => Hub.listen(channel, () => listener())
