import * as z from 'zod/mini'
import { answeredDate, answeredUrl, instant } from './fields.ts'
import { lazy } from './lazy.ts'

/** The messages to a recipient, each sent at most once for a door. */
export const noticeKinds = ['planned', 'out', 'next', 'delivered', 'missed'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/**
 * `bounced`: the mail came back, or the text message was refused. `complained`: the mail arrived, and its reader marked it as unwanted. `unknown`: sending was interrupted, so nobody knows whether SES
 * received the mail. It is not retried.
 */
export const noticeStates = ['sent', 'bounced', 'complained', 'unknown'] as const

export const noticeKind = lazy(() => z.enum(noticeKinds))
export const noticeState = lazy(() => z.enum(noticeStates))
/** `opted_out`: the recipient answered a text message with STOP. `unreachable`: the number cannot get text messages. */
export const stopReason = lazy(() => z.enum(['bounce', 'complaint', 'unsubscribed', 'opted_out', 'unreachable']))
export const askedAnswer = lazy(() => z.enum(['keep', 'move'], 'Must be keep or move'))

export const sentNotice = lazy(() =>
  z.object({
    kind: noticeKind(),
    /** One of the two is '': a notice is a mail or a text message. */
    email: z.string(),
    phone: z.catch(z.string(), ''),
    at: instant(),
    state: noticeState(),
  }),
)
export type SentNotice = z.output<ReturnType<typeof sentNotice>>

/** Why an address or a number no longer gets messages of this kind, and since which day. */
export const stopped = lazy(() => z.object({ reason: stopReason(), day: answeredDate() }))

/** The messages that a recipient was sent, oldest first. `link` is null if there is no page to open. */
export const recipientUpdates = lazy(() =>
  z.object({
    link: z.nullable(answeredUrl()),
    stopped: z.nullable(stopped()),
    updates: z.array(sentNotice()),
  }),
)
export type RecipientUpdates = z.output<ReturnType<typeof recipientUpdates>>
