import * as z from 'zod/mini'
import { instantOrNullInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

/** Whether a photo ID was checked, and of which kind it was, as responses show it. */
export const checkedPhotoId = lazy(() => z.object({ checked: z.boolean(), kind: z.nullable(z.string()) }))

/**
 * The record made at the door, as it is stored and as responses show it. Choices are plain text, because another release may have
 * offered different ones.
 */
export const keptDoorRecord = lazy(() =>
  z.object({
    signer_name: z.catch(z.nullable(z.string()), null),
    signer_relationship: z.catch(z.nullable(z.string()), null),
    photo_id: z.catch(z.nullable(checkedPhotoId()), null),
    hipaa_form_outcome: z.catch(z.nullable(z.string()), null),
    hipaa_form_reason: z.catch(z.nullable(z.string()), null),
    counseling_outcome: z.catch(z.nullable(z.string()), null),
    signature_method: z.catch(z.nullable(z.string()), null),
    signature_quality: z.catch(z.nullable(z.string()), null),
    captured_at: instantOrNullInAnswer(),
    payment_method: z.catch(z.nullable(z.string()), null),
    /** The time by which the pharmacy must call the patient about the counselling. Null if no call is needed. */
    call_back_due_at: instantOrNullInAnswer(),
  }),
)
