import { accessForm, rescheduleForm, tracking } from '../model/tracking.ts'
import { entry } from './contract.ts'

// These calls are open to everybody who has the link that was sent to a recipient. The token in the path is the only credential.

/** The calls below and the page that the recipient's link opens share one count per IP address. */
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

/** Stores the recipient's own directions to the door. */
export const storeAccessNote = entry({
  method: 'POST',
  path: '/api/track/{token}/access',
  access: 'public',
  event: 'recipient.access',
  body: accessForm,
  answer: tracking,
  success: 200,
  limit,
})

/** Records the recipient's wish for another day. The delivery doesn't move until the pharmacy decides. */
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

/**
 * Ends all notices from this organisation to the patient, and notes it in the history of the door's deliveries. The recipient's page makes this call, and so do mail programs that offer
 * to unsubscribe with one click (RFC 8058). The form body that mail programs send is ignored.
 */
export const endNotices = entry({
  method: 'POST',
  path: '/api/track/{token}/unsubscribe',
  access: 'public',
  event: ['recipient.unsubscribed', 'delivery.updates_ended'],
  answer: tracking,
  success: 200,
  limit,
})
