import * as z from 'zod/mini'
import { instantInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

const correctedValue = () => z.nullable(z.union([z.string(), z.number()]))

/**
 * A correction of the signed record, with money in dollars. `from` is the value before this correction: the signed one, or that of
 * an earlier correction.
 */
const correction = lazy(() =>
  z.object({ field: z.string(), from: correctedValue(), to: correctedValue(), reason: z.string() }),
)
export type Correction = z.output<ReturnType<typeof correction>>

/** A correction with its time and the person who made it. */
export const madeCorrection = lazy(() =>
  z.extend(correction(), { corrected_at: instantInAnswer(), corrected_by_name: z.string() }),
)
export type MadeCorrection = z.output<ReturnType<typeof madeCorrection>>
