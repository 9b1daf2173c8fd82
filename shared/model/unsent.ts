import * as z from 'zod/mini'
import { instantOrNullInAnswer, optionalInstant, requiredInstantInAnswer, requiredText } from './fields.ts'
import { lazy } from './lazy.ts'
import { person } from './person.ts'

export const unsentKinds = ['completion', 'attempt', 'return'] as const
export type UnsentKind = (typeof unsentKinds)[number]

export const unsentKind = lazy(() => z.enum(unsentKinds, 'Must be completion, attempt or return'))

export const refusalTextLimit = 500

/** The report that the server refused a completion, an attempt or a return. `captured_at` is its time by the device's clock. */
export const unsentForm = lazy(() =>
  z.object({
    kind: unsentKind(),
    refusal: requiredText('Please enter why it was refused', refusalTextLimit),
    captured_at: optionalInstant(),
  }),
)

/** A refused completion, attempt or return, as the pharmacy sees it. */
export const unsentAct = lazy(() =>
  z.object({
    kind: unsentKind(),
    refusal: z.string(),
    captured_at: instantOrNullInAnswer(),
    reported_at: requiredInstantInAnswer(),
    reported_by: person(),
  }),
)
export type UnsentAct = z.output<ReturnType<typeof unsentAct>>
