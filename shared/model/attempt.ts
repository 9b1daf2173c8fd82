import * as z from 'zod/mini'
import type { Attempt } from './attempt-record.ts'
import { optionalInstant, optionalNotes } from './fields.ts'
import { lazy } from './lazy.ts'
import { photoKey } from './photo-key.ts'

/** The reasons for which a package cannot be handed over, with their labels. */
export const attemptReasons = [
  { value: 'no_answer', label: 'No answer' },
  { value: 'refused', label: 'Refused' },
  { value: 'wrong_address', label: 'Wrong address' },
  { value: 'patient_moved', label: 'Patient moved' },
  { value: 'business_closed', label: 'Business closed' },
  { value: 'no_safe_place', label: 'No safe place' },
  { value: 'no_photo_id', label: 'No photo ID' },
  { value: 'no_payment', label: 'No payment' },
  { value: 'damaged', label: 'Damaged' },
  { value: 'other', label: 'Other' },
] as const

/** The label of the step that follows a failed attempt: the driver brings the package back to the pharmacy. */
export const backAtPharmacyText = 'Back at the pharmacy'

export const attemptReasonNeededText = 'Please select a reason'
const noteNeeded = 'Say what happened'

export const attemptReason = lazy(() =>
  z.enum(
    attemptReasons.map(({ value }) => value),
    attemptReasonNeededText,
  ),
)

/**
 * A failed attempt or, in a multipart form with a photo, the part `data`. `captured_at` is the time by the device's clock.
 */
export const attemptForm = lazy(() =>
  z
    .object({
      reason: attemptReason(),
      note: optionalNotes(),
      captured_at: optionalInstant(),
      delivery_photo_key: photoKey(),
    })
    .check(
      z.superRefine(({ reason, note }, { addIssue }) => {
        if (reason === 'other' && note === '') addIssue({ code: 'custom', path: ['note'], message: noteNeeded })
      }),
    ),
)

/** The reasons that say that no one was at the door. Of the others, a recipient must not read that the driver missed them. */
const absences: ReadonlySet<string> = new Set(['no_answer', 'business_closed', 'no_safe_place'])

/** Whether the driver met no one at the door. */
export const isAbsence = ({ reason }: Pick<Attempt, 'reason'>) => absences.has(reason)

/** Returns a failed attempt's reason and note as one text, such as `Refused: the wrong patient`. */
export const attemptText = ({ reason, note }: Pick<Attempt, 'reason' | 'note'>): string => {
  const label = attemptReasons.find(({ value }) => value === reason)?.label ?? reason
  return note ? `${label}: ${note}` : label
}
