import * as z from 'zod/mini'
import { answeredId } from './fields.ts'
import { lazy } from './lazy.ts'

/** The id of work that continues after the answer: an import or an export. */
export const begunWork = lazy(() => z.object({ id: answeredId() }))
