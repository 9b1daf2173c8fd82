const simulator = /^(bounce|complaint)(\+[^@]*)?@simulator\.amazonses\.com$/i

/** The tags of an email, in the form in which SES's events contain them. */
export type SesTags = Readonly<Record<string, string[]>>

/**
 * Returns the event that SES sends over EventBridge about a mail. A mail to SES's mailbox simulator
 * (`bounce@simulator.amazonses.com` or `complaint@simulator.amazonses.com`, optionally with a label after a plus) bounces or is
 * complained about. Any other mail is delivered.
 */
export function simulatedFeedbackEvent(emailAddress: string, tags: SesTags, now = new Date()): object {
  const kind = simulator.exec(emailAddress)?.[1]?.toLowerCase()
  const timestamp = now.toISOString()
  const common = { version: '0', source: 'aws.ses', time: timestamp }
  if (!kind) {
    const delivery = { recipients: [emailAddress], smtpResponse: '250 2.0.0 OK', timestamp }
    return { ...common, 'detail-type': 'Email Delivered', detail: { eventType: 'Delivery', mail: { tags }, delivery } }
  }
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
