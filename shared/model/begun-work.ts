import * as z from 'zod/mini'
import { idInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

/** The id of an import or export that continues after the response. */
export const begunWork = lazy(() => z.object({ id: idInAnswer() }))
