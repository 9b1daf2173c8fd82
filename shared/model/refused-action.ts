import * as z from 'zod/mini'
import { instantOrNullInAnswer, optionalInstant, requiredInstantInAnswer, requiredText } from './fields.ts'
import { lazy } from './lazy.ts'
import { person } from './person.ts'

export const refusedActionKinds = ['completion', 'attempt', 'return'] as const
export type RefusedActionKind = (typeof refusedActionKinds)[number]

export const refusedActionKind = lazy(() => z.enum(refusedActionKinds, 'Must be completion, attempt or return'))

export const refusalTextLimit = 500

/** The report that the server refused a completion, an attempt or a return. `captured_at` is its time by the device's clock. */
export const refusedActionForm = lazy(() =>
  z.object({
    kind: refusedActionKind(),
    refusal: requiredText('Say why it was refused', refusalTextLimit),
    captured_at: optionalInstant(),
  }),
)

/** A refused completion, attempt or return, as the pharmacy sees it. */
export const refusedAction = lazy(() =>
  z.object({
    kind: refusedActionKind(),
    refusal: z.string(),
    captured_at: instantOrNullInAnswer(),
    reported_at: requiredInstantInAnswer(),
    reported_by: person(),
  }),
)
export type RefusedAction = z.output<ReturnType<typeof refusedAction>>
