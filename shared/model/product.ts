import * as z from 'zod/mini'
import { lazy } from './lazy.ts'

export const productGroup = lazy(() => z.object({ key: z.string(), name: z.string(), description: z.string() }))

export const permission = lazy(() =>
  z.object({ key: z.string(), name: z.string(), description: z.string(), product_key: z.string() }),
)

export const product = lazy(() =>
  z.object({
    key: z.string(),
    name: z.string(),
    description: z.string(),
    group_key: z.string(),
    is_active: z.boolean(),
    permissions: z.array(permission()),
  }),
)
