import { accessForm, rescheduleForm, tracking } from '../model/tracking.ts'
import { entry } from './contract.ts'

// Open to everybody who has the link of a door: the token in the path is the only credential.

/** The recipient's page and all of these calls from one IP address count together. */
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

/** How to get in, in the recipient's own words. */
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

/** Does not move the delivery: the pharmacy decides. */
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

/** Called by a mail program with one click (RFC 8058), whose form body is ignored, and by the recipient's page. */
export const endNotices = entry({
  method: 'POST',
  path: '/api/track/{token}/unsubscribe',
  access: 'public',
  event: 'recipient.unsubscribed',
  answer: tracking,
  success: 200,
  limit,
})
