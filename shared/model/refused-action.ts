import * as z from 'zod/mini'
import { attemptForm } from './attempt.ts'
import { completion } from './completion.ts'
import { instantOrNullInAnswer, optionalInstant, requiredInstantInAnswer, requiredText, urlInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'
import { person } from './person.ts'
import { checkedPhotoId } from './stored-door-record.ts'

export const refusedActionKinds = ['completion', 'attempt', 'return'] as const
export type RefusedActionKind = (typeof refusedActionKinds)[number]

export const refusedActionKind = lazy(() => z.enum(refusedActionKinds, 'Must be completion, attempt or return'))

export const refusalTextLimit = 500

/**
 * A completion, an attempt or a return that the server refused or that its user can no longer send. `captured_at` is its time by
 * the device's clock. `completion` or `attempt` is the body of the action's own call.
 */
export const refusedActionForm = lazy(() =>
  z.object({
    kind: refusedActionKind(),
    refusal: requiredText('Say why it was refused', refusalTextLimit),
    captured_at: optionalInstant(),
    completion: z.nullish(completion()),
    attempt: z.nullish(attemptForm()),
  }),
)

/** What was recorded at the door, as the pharmacy sees it. The URLs of signature and photo are only on the delivery itself. */
export const unsentRecord = lazy(() =>
  z.object({
    signer_name: z.nullable(z.string()),
    signer_relationship: z.nullable(z.string()),
    signature_method: z.nullable(z.string()),
    photo_id: z.catch(z.nullable(checkedPhotoId()), null),
    /** What was answered for a first delivery. Null if no one asked. */
    hipaa_form_outcome: z.catch(z.nullable(z.string()), null),
    hipaa_form_reason: z.catch(z.nullable(z.string()), null),
    counseling_outcome: z.catch(z.nullable(z.string()), null),
    amount: z.nullable(z.number()),
    payment_method: z.nullable(z.string()),
    delivery_notes: z.string(),
    /** The reason of a failed attempt. */
    reason: z.nullable(z.string()),
    note: z.string(),
    signature: z.nullable(urlInAnswer()),
    photo: z.nullable(urlInAnswer()),
  }),
)

/** A refused completion, attempt or return, as the pharmacy sees it. `record` is null if only the refusal was reported. */
export const refusedAction = lazy(() =>
  z.object({
    unsent_id: z.string(),
    kind: refusedActionKind(),
    refusal: z.string(),
    captured_at: instantOrNullInAnswer(),
    reported_at: requiredInstantInAnswer(),
    reported_by: person(),
    record: z.nullable(unsentRecord()),
  }),
)
export type RefusedAction = z.output<ReturnType<typeof refusedAction>>

export const reportedUnsent = lazy(() => z.object({ unsent_id: z.string() }))
