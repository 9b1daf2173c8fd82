import { accessForm, rescheduleForm, tracking } from '../model/tracking.ts'
import { entry } from './contract.ts'

// Whoever has the link of a door may call: the token in the path is all that is asked for.

/** Of one place, the page and all of these calls together. */
const limit = { times: 60, seconds: 60, sharedAs: 'track' }

export const readTracking = entry({
  method: 'GET',
  path: '/api/track/{token}',
  access: 'public',
  event: 'none',
  answer: tracking,
  success: 200,
  limit,
})

/** How to get in, in the recipient's words. */
export const noteAccess = entry({
  method: 'POST',
  path: '/api/track/{token}/access',
  access: 'public',
  event: 'recipient.access',
  body: accessForm,
  answer: tracking,
  success: 200,
  limit,
})

/** Moves nothing: the pharmacy answers. */
export const askForDay = entry({
  method: 'POST',
  path: '/api/track/{token}/reschedule',
  access: 'public',
  event: 'recipient.asked',
  body: rescheduleForm,
  answer: tracking,
  success: 200,
  limit,
})

/** By one click in a mail program (RFC 8058), whose form is not looked at, and from the page. */
export const endNotices = entry({
  method: 'POST',
  path: '/api/track/{token}/unsubscribe',
  access: 'public',
  event: 'recipient.unsubscribed',
  answer: tracking,
  success: 200,
  limit,
})
