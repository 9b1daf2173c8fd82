const simulator = /^(bounce|complaint)(\+[^@]*)?@simulator\.amazonses\.com$/i

/** The tags of an email, in the form in which SES's events contain them. */
export type SesTags = Readonly<Record<string, string[]>>

/**
 * Returns the event that SES sends over EventBridge after an email to its mailbox simulator: `bounce@simulator.amazonses.com` or
 * `complaint@simulator.amazonses.com`, optionally with a label after a plus. Returns undefined for any other address.
 */
export function simulatedFeedbackEvent(emailAddress: string, tags: SesTags, now = new Date()): object | undefined {
  const kind = simulator.exec(emailAddress)?.[1]?.toLowerCase()
  if (!kind) return undefined
  const timestamp = now.toISOString()
  const common = { version: '0', source: 'aws.ses', time: timestamp }
  if (kind === 'bounce') {
    const bouncedRecipients = [{ emailAddress, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1' }]
    const bounce = { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients, timestamp }
    return { ...common, 'detail-type': 'Email Bounced', detail: { eventType: 'Bounce', mail: { tags }, bounce } }
  }
  const complaint = { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress }], timestamp }
  return {
    ...common,
    'detail-type': 'Email Complaint Received',
    detail: { eventType: 'Complaint', mail: { tags }, complaint },
  }
}
