import * as z from 'zod/mini'
import { answeredDate, answeredUrl, instant } from './fields.ts'
import { lazy } from './lazy.ts'

/** What a recipient is told, each at most once for a door. */
export const noticeKinds = ['planned', 'out', 'next', 'delivered', 'missed'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/**
 * `complained`: it arrived, and its reader called it unwanted. `unknown`: the sending broke off, and nobody knows whether it reached SES.
 * It is not tried again.
 */
export const noticeStates = ['sent', 'bounced', 'complained', 'unknown'] as const

export const noticeKind = lazy(() => z.enum(noticeKinds))
export const noticeState = lazy(() => z.enum(noticeStates))
export const stopReason = lazy(() => z.enum(['bounce', 'complaint', 'unsubscribed']))
export const askedAnswer = lazy(() => z.enum(['keep', 'move'], 'Must be keep or move'))

export const sentNotice = lazy(() =>
  z.object({
    kind: noticeKind(),
    email: z.string(),
    at: instant(),
    state: noticeState(),
  }),
)
export type SentNotice = z.output<ReturnType<typeof sentNotice>>

/** Why an address gets no more mail of this kind, and since which day. */
export const stopped = lazy(() => z.object({ reason: stopReason(), day: answeredDate() }))

/** What a recipient was told, oldest first. The link is null where there is no page of theirs to open. */
export const recipientUpdates = lazy(() =>
  z.object({
    link: z.nullable(answeredUrl()),
    stopped: z.nullable(stopped()),
    updates: z.array(sentNotice()),
  }),
)
export type RecipientUpdates = z.output<ReturnType<typeof recipientUpdates>>
