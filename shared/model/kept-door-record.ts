import * as z from 'zod/mini'
import { answeredInstantOrNull } from './fields.ts'
import { lazy } from './lazy.ts'

/** What was shown as a photo ID, as it is answered. */
export const checkedPhotoId = lazy(() => z.object({ checked: z.boolean(), kind: z.nullable(z.string()) }))

/** What a delivery keeps and answers of the record at its door: texts, because another release may have had other choices. */
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
    captured_at: answeredInstantOrNull(),
    payment_method: z.catch(z.nullable(z.string()), null),
    /** By then somebody calls the patient about the counselling; null when nobody has to. */
    call_back_due_at: answeredInstantOrNull(),
  }),
)
