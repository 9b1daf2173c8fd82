import * as z from 'zod/mini'
import { lazy } from '../api/contract.ts'
import { answeredId } from './fields.ts'

export const role = lazy(() =>
  z.object({
    id: answeredId(),
    name: z.string(),
    description: z.string(),
    is_system_role: z.boolean(),
    permissions: z.array(z.string()),
  }),
)
export type Role = z.output<ReturnType<typeof role>>
