import * as z from 'zod/mini'
import type { MailProblem } from '../data/entities/undeliverable-address.ts'
import { runOutsideTenants } from '../data/scope.ts'
import type { Services } from '../http/services.ts'
import { recordNoticeOutcome } from './record-notice-outcome.ts'
import { markAddressesDead } from './undeliverable-addresses.ts'

const recipients = z.array(z.object({ emailAddress: z.string() }))

/** The SES events that are handled, as EventBridge delivers them: "Email Delivered", "Email Bounced" and "Email Complaint Received". */
const feedback = z.object({
  time: z.iso.datetime(),
  detail: z.discriminatedUnion('eventType', [
    z.object({ eventType: z.literal('Delivery') }),
    z.object({
      eventType: z.literal('Bounce'),
      bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }),
    }),
    z.object({
      eventType: z.literal('Complaint'),
      complaint: z.object({
        complaintFeedbackType: z.optional(z.nullable(z.string())),
        complainedRecipients: recipients,
      }),
    }),
  ]),
})

/**
 * Marks an address as dead if mail to it has bounced for good or was reported as unwanted. If that mail was a notice to a
 * recipient, the notice is marked too; a delivery says that a notice was sent whose sending got no answer in time. Other events and
 * unreadable ones are only logged, because EventBridge would deliver an event again if this function failed.
 */
export async function recordFeedback(services: Services, event: unknown): Promise<void> {
  const { success, data } = z.safeParse(feedback, event)
  if (!success) {
    services.log.warn('mail feedback', { reason: 'unreadable' })
    return
  }
  const { detail } = data
  if (detail.eventType === 'Delivery') return runOutsideTenants(() => recordNoticeOutcome(services, event, 'sent'))
  const { reason, recipients, isFinal } = read(detail)
  if (isFinal)
    await runOutsideTenants(async () => {
      const tenantId = tenantOf(event)
      await markAddressesDead(services, recipients, { reason, since: data.time, tenantId })
      await recordNoticeOutcome(services, event, reason === 'bounce' ? 'bounced' : 'complained')
    })
  services.log.info('mail feedback', { reason, dead_addresses: isFinal ? recipients.length : 0 })
}

const tenantTag = z.object({
  detail: z.object({ mail: z.object({ tags: z.object({ tenant: z.tuple([z.string()]) }) }) }),
})

/** Returns the organisation whose mail the feedback is about. Undefined for a mail of none. */
const tenantOf = (event: unknown) => z.safeParse(tenantTag, event).data?.detail.mail.tags.tenant[0]

interface Verdict {
  reason: MailProblem
  recipients: string[]
  isFinal: boolean
}

function read(detail: Exclude<z.output<typeof feedback>['detail'], { eventType: 'Delivery' }>): Verdict {
  if (detail.eventType === 'Bounce') {
    const { bounceType, bouncedRecipients } = detail.bounce
    // SES reports a full mailbox or an out-of-office reply as transient.
    return { reason: 'bounce', recipients: addressesOf(bouncedRecipients), isFinal: bounceType === 'Permanent' }
  }
  const { complaintFeedbackType, complainedRecipients } = detail.complaint
  const recipients = addressesOf(complainedRecipients)
  // SES also sends a complaint event when a person moves a mail out of the spam folder.
  return { reason: 'complaint', recipients, isFinal: complaintFeedbackType !== 'not-spam' }
}

const addressesOf = (recipients: readonly { emailAddress: string }[]) =>
  recipients.map(({ emailAddress }) => emailAddress.trim().toLowerCase())
