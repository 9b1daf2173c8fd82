import * as z from 'zod/mini'
import type { DeadAddress } from '../data/entities/dead-address.ts'
import { inScope } from '../data/scope.ts'
import type { Services } from '../http/services.ts'
import { markDead } from './dead-addresses.ts'

const recipients = z.array(z.object({ emailAddress: z.string() }))

/** The events of SES that are acted on, as EventBridge hands them over: "Email Bounced" and "Email Complaint Received". */
const feedback = z.object({
  time: z.iso.datetime(),
  detail: z.discriminatedUnion('eventType', [
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
 * Mail that came back for good, or that somebody called unwanted, makes its address dead. An event that says neither, or that
 * cannot be read, is only logged: SES would send the same one again.
 */
export async function recordFeedback(services: Services, event: unknown): Promise<void> {
  const { success, data } = z.safeParse(feedback, event)
  if (!success) {
    services.log.warn('mail feedback', { reason: 'unreadable' })
    return
  }
  const { reason, recipients, isFinal } = read(data)
  if (isFinal) await inScope(() => markDead(services, recipients, { reason, since: data.time }))
  services.log.info('mail feedback', { reason, dead_addresses: isFinal ? recipients.length : 0 })
}

interface Reading {
  reason: DeadAddress['reason']
  recipients: string[]
  isFinal: boolean
}

function read({ detail }: z.output<typeof feedback>): Reading {
  if (detail.eventType === 'Bounce') {
    const { bounceType, bouncedRecipients } = detail.bounce
    // A full mailbox or an absence note is transient.
    return { reason: 'bounce', recipients: addressesOf(bouncedRecipients), isFinal: bounceType === 'Permanent' }
  }
  const { complaintFeedbackType, complainedRecipients } = detail.complaint
  const recipients = addressesOf(complainedRecipients)
  // A person who takes a mail out of their spam folder reports it in the same way.
  return { reason: 'complaint', recipients, isFinal: complaintFeedbackType !== 'not-spam' }
}

const addressesOf = (recipients: readonly { emailAddress: string }[]) =>
  recipients.map(({ emailAddress }) => emailAddress.trim().toLowerCase())
