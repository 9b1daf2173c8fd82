import * as z from 'zod/mini'
import { dateInAnswer, requiredInstantInAnswer, urlInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

/**
 * The kinds of notices to a recipient. For one door, which is one address and one day, an e-mail address or phone number gets at
 * most one notice of each kind; only of a new day or time range it is told each time.
 */
export const noticeKinds = ['planned', 'moved', 'out', 'next', 'delivered', 'missed'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/**
 * `bounced`: the mail came back, or the text message was refused. `complained`: the reader marked the mail as unwanted. `unknown`:
 * sending was interrupted, so nobody knows whether AWS received the notice; it isn't sent again.
 */
export const noticeStates = ['sent', 'bounced', 'complained', 'unknown'] as const

export const noticeKind = lazy(() => z.enum(noticeKinds))
export const noticeState = lazy(() => z.enum(noticeStates))
/**
 * The reasons for which a recipient gets no more notices. `opted_out`: the recipient replied STOP to a text message. `unreachable`:
 * the number cannot get text messages.
 */
export const stopReason = lazy(() => z.enum(['bounce', 'complaint', 'unsubscribed', 'opted_out', 'unreachable']))
export const askedAnswer = lazy(() => z.enum(['keep', 'move'], 'Must be keep or move'))

export const sentNotice = lazy(() =>
  z.object({
    kind: noticeKind(),
    /** A notice is either a mail or a text message, so either `email` or `phone` is ''. */
    email: z.string(),
    phone: z.string(),
    at: requiredInstantInAnswer(),
    state: noticeState(),
  }),
)
export type SentNotice = z.output<ReturnType<typeof sentNotice>>

/** The reason why a recipient gets no more notices, and the day on which they ended. */
export const stopped = lazy(() => z.object({ reason: stopReason(), day: dateInAnswer() }))

/**
 * The notices that were sent to a recipient, oldest first. `link` leads to the recipient's page, and is null if there is no such
 * page.
 */
export const recipientUpdates = lazy(() =>
  z.object({
    link: z.nullable(urlInAnswer()),
    stopped: z.nullable(stopped()),
    updates: z.array(sentNotice()),
  }),
)
export type RecipientUpdates = z.output<ReturnType<typeof recipientUpdates>>
