import * as z from 'zod/mini'
import { idInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

/** A user as other users see them. */
export const person = lazy(() => z.object({ id: idInAnswer(), full_name: z.string() }))
