import * as z from 'zod/mini'
import { answeredId } from './fields.ts'
import { lazy } from './lazy.ts'

/** Something that goes on behind the answer, by the id under which it is found: an import, an export. */
export const begunWork = lazy(() => z.object({ id: answeredId() }))
