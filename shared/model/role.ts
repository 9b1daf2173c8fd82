import * as z from 'zod/mini'
import { idInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

export const role = lazy(() =>
  z.object({
    id: idInAnswer(),
    name: z.string(),
    description: z.string(),
    is_system_role: z.boolean(),
    permissions: z.array(z.string()),
  }),
)
export type Role = z.output<ReturnType<typeof role>>
