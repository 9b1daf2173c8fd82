import * as z from 'zod/mini'
import { idInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

/** The id and the name of a user, for responses that name a user. */
export const person = lazy(() => z.object({ id: idInAnswer(), full_name: z.string() }))
