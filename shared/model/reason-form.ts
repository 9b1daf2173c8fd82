import * as z from 'zod/mini'
import { reasonRequiredText } from './door-record.ts'
import { notes } from './fields.ts'
import { lazy } from './lazy.ts'

/** The body of calls that need only a reason. */
export const reasonForm = lazy(() => z.object({ reason: notes().check(z.minLength(1, reasonRequiredText)) }))
