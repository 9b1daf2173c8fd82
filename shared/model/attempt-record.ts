import * as z from 'zod/mini'
import { requiredInstantInAnswer, urlInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

/** An attempt at the door that ended without a handover. */
export const attempt = lazy(() =>
  z.object({
    reason: z.string(),
    note: z.string(),
    /** The time of the attempt by the server's clock. */
    attempted_at: requiredInstantInAnswer(),
    captured_at: z.nullable(requiredInstantInAnswer()),
    attempted_by: z.string(),
    /** The URL of the photo, on the delivery itself. Absent if there is none, and in lists. */
    photo: z.optional(urlInAnswer()),
  }),
)
export type Attempt = z.output<ReturnType<typeof attempt>>
