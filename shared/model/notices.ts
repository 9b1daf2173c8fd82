import * as z from 'zod/mini'
import { dateInAnswer, idInAnswer, requiredInstantInAnswer, urlInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

/**
 * The kinds of notices to a recipient. For one door, which is one address and one day, an e-mail address or phone number gets at
 * most one notice of each kind; only of a new day or time range, or that a day stays although another one was asked for (`confirmed`),
 * it is told each time.
 */
export const noticeKinds = ['planned', 'moved', 'confirmed', 'out', 'next', 'delivered', 'missed'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/**
 * `bounced`: the mail came back, or the text message was refused. `complained`: the reader marked the mail as unwanted. `unknown`:
 * sending was interrupted, so no one knows whether AWS received the notice; it isn't sent again. `not_sent`: `reason` says why.
 */
export const noticeStates = ['sent', 'bounced', 'complained', 'unknown', 'not_sent'] as const

/**
 * Why a notice was not sent. `unverified`: the organisation isn't verified yet, and the address belongs to none of its own people.
 * `address_limit`: the address has got too many notices that day. `budget`: the organisation's budget for that day is used up.
 * `number`: text messages go only to numbers in the fifty states and the District of Columbia.
 */
export const notSentReasons = ['unverified', 'address_limit', 'budget', 'number'] as const
export type NotSentReason = (typeof notSentReasons)[number]

export const noticeKind = lazy(() => z.enum(noticeKinds))
export const noticeState = lazy(() => z.enum(noticeStates))
export const notSentReason = lazy(() => z.enum(notSentReasons))
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
    /** Null unless the state is `not_sent`. */
    reason: z.nullable(notSentReason()),
  }),
)
export type SentNotice = z.output<ReturnType<typeof sentNotice>>

/** The reason why a recipient gets no more notices, and the day on which they ended. */
export const stopped = lazy(() => z.object({ reason: stopReason(), day: dateInAnswer() }))

/**
 * The notices that were sent to a recipient, oldest first. `link_of` is the delivery whose recipient's page the call
 * `copyRecipientLink` leads to, and null if there is no such page.
 */
export const recipientUpdates = lazy(() =>
  z.object({
    link_of: z.nullable(idInAnswer()),
    stopped: z.nullable(stopped()),
    updates: z.array(sentNotice()),
  }),
)
/** The link to a recipient's page. Anyone who has it can act as the recipient. */
export const recipientLink = lazy(() => z.object({ url: urlInAnswer() }))

export type RecipientUpdates = z.output<ReturnType<typeof recipientUpdates>>
