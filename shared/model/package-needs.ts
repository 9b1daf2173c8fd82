import * as z from 'zod/mini'
import { paperFormKeys } from '../rules/needs.ts'
import { lazy } from './lazy.ts'

export const paperForm = lazy(() => z.enum(paperFormKeys))

export const packageNeeds = lazy(() =>
  z.object({
    photo_id: z.boolean(),
    refrigerated: z.boolean(),
    signature: z.boolean(),
    forms: z.array(paperForm()),
  }),
)
