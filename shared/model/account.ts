import * as z from 'zod/mini'
import { lazy } from '../api/contract.ts'
import { looksLikeEmail } from './fields.ts'

const passwordRequired = 'Password is required'
const emailRequired = 'Email is required'

/** Asked of the login page; the server asks only that both are filled, so that a short password is a wrong one. */
export const loginForm = lazy(() =>
  z.object({
    email: z.string(emailRequired).check(
      z.trim(),
      z.minLength(1, emailRequired),
      z.refine((value) => value === '' || looksLikeEmail(value), 'Please enter a valid email address'),
    ),
    password: z.string(passwordRequired).check(
      z.minLength(1, passwordRequired),
      z.refine((value) => value === '' || value.length >= 6, 'Password must be at least 6 characters'),
    ),
  }),
)

/** Longer than any address or password that can exist here: no hash work is done for more. */
const longestCredential = 1000

export const credentials = lazy(() =>
  z.object({
    email: z
      .string(emailRequired)
      .check(z.trim(), z.toLowerCase(), z.minLength(1, emailRequired), z.maxLength(longestCredential)),
    password: z.string(passwordRequired).check(z.minLength(1, passwordRequired), z.maxLength(longestCredential)),
  }),
)

export const user = lazy(() =>
  z.object({
    id: z.string(),
    tenant_id: z.string(),
    full_name: z.string(),
    email: z.string(),
    avatar_url: z.nullable(z.string()),
    is_tenant_admin: z.boolean(),
    is_active: z.boolean(),
    roles: z.array(z.string()),
    role: z.nullable(z.string()),
    permissions: z.array(z.string()),
    created_at: z.string(),
  }),
)
export type User = z.output<ReturnType<typeof user>>

export const tenantInfo = lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    subscribed_product_groups: z.array(z.string()),
    subscribed_products: z.array(z.string()),
  }),
)
export type TenantInfo = z.output<ReturnType<typeof tenantInfo>>

export const tokenPair = lazy(() =>
  z.object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('bearer'),
  }),
)
export type TokenPair = z.output<ReturnType<typeof tokenPair>>

export const permissionMap = lazy(() => z.record(z.string(), z.array(z.string())))
