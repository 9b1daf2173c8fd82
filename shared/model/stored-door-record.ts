import * as z from 'zod/mini'
import { instantOrNullInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

/** Whether a photo ID was checked, and of which kind it was, as responses show it. */
export const checkedPhotoId = lazy(() => z.object({ checked: z.boolean(), kind: z.nullable(z.string()) }))

/**
 * The record made at the door, as it is stored and as responses show it. Choices are plain text, because another release may have
 * offered different ones.
 */
export const storedDoorRecord = lazy(() =>
  z.object({
    signer_name: z.nullable(z.string()),
    signer_relationship: z.nullable(z.string()),
    photo_id: z.nullable(checkedPhotoId()),
    hipaa_form_outcome: z.nullable(z.string()),
    hipaa_form_reason: z.nullable(z.string()),
    counseling_outcome: z.nullable(z.string()),
    signature_method: z.nullable(z.string()),
    signature_quality: z.nullable(z.string()),
    captured_at: instantOrNullInAnswer(),
    /** When the session was ended in which this was signed, if it was ended before the record arrived. */
    session_ended_at: z.catch(instantOrNullInAnswer(), null),
    /** The seconds that were added to the time of the device's clock, because the clock was wrong. */
    clock_correction_seconds: z.catch(z.nullable(z.number()), null),
    payment_method: z.nullable(z.string()),
    /** The time by which the pharmacy must call the patient about the counselling. Null if no call is needed. */
    call_back_due_at: instantOrNullInAnswer(),
  }),
)
