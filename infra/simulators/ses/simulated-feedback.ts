const simulator = /^(bounce|complaint)(\+[^@]*)?@simulator\.amazonses\.com$/i

/**
 * The event by which SES, over EventBridge, tells of a mail to its mailbox simulator: `bounce@simulator.amazonses.com` or
 * `complaint@…`, with a label after a plus for several users. Undefined for any other address.
 */
export function simulatedFeedback(emailAddress: string, now = new Date()): object | undefined {
  const kind = simulator.exec(emailAddress)?.[1]?.toLowerCase()
  if (!kind) return undefined
  const timestamp = now.toISOString()
  const common = { version: '0', source: 'aws.ses', time: timestamp }
  if (kind === 'bounce') {
    const bouncedRecipients = [{ emailAddress, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1' }]
    const bounce = { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients, timestamp }
    return { ...common, 'detail-type': 'Email Bounced', detail: { eventType: 'Bounce', bounce } }
  }
  const complaint = { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress }], timestamp }
  return { ...common, 'detail-type': 'Email Complaint Received', detail: { eventType: 'Complaint', complaint } }
}
