import * as z from 'zod/mini'
import { products } from './catalogue.ts'
import {
  dateOrNullInAnswer,
  distinctList,
  idInAnswer,
  instantOrNullInAnswer,
  requiredDate,
  requiredInstantInAnswer,
  requiredText,
} from './fields.ts'
import { lazy } from './lazy.ts'

/** What a permission lets a key do, where that is less than what it lets a person do. */
const keyDescriptions: Readonly<Record<string, string>> = {
  'delivery.view_orders': 'Read deliveries. Software cannot complete them.',
}

/** The permissions that an API key can have. All of them belong to the product for deliveries. */
export const apiKeyPermissions = products
  .flatMap(({ key, permissions }) => (key === 'delivery' ? permissions : []))
  .map((permission) => ({ ...permission, description: keyDescriptions[permission.key] ?? permission.description }))

export const keyPermission = lazy(() =>
  z.enum(
    apiKeyPermissions.map(({ key }) => key),
    'Unknown permission',
  ),
)

/** A key works for at most this many days. */
export const mostKeyDays = 366

/** How many days the form for a new key proposes. */
export const proposedKeyDays = 90

/** The form for a new API key. */
export const apiKeyForm = lazy(() =>
  z.object({
    name: requiredText('Key name is required', 100),
    permissions: distinctList(keyPermission(), {
      limit: apiKeyPermissions.length,
      noun: 'permissions',
      needed: 'Choose at least one permission',
    }),
    /** The last day on which the key works, in the organisation's time zone. It is at most `mostKeyDays` ahead. */
    ends_on: requiredDate('Choose the last day of the key'),
  }),
)
export type ApiKeyForm = z.output<ReturnType<typeof apiKeyForm>>

export const apiKeyStates = ['active', 'ended', 'revoked'] as const

export const apiKeyState = lazy(() => z.enum(apiKeyStates))

/** An API key as lists show it. The secret cannot be read again. */
export const apiKey = lazy(() =>
  z.object({
    id: idInAnswer(),
    name: z.string(),
    /** The first characters of the secret. */
    prefix: z.string(),
    permissions: z.array(z.string()),
    created_at: requiredInstantInAnswer(),
    created_by: z.string(),
    last_used_at: instantOrNullInAnswer(),
    ends_on: dateOrNullInAnswer(),
    state: apiKeyState(),
  }),
)
export type ApiKey = z.output<ReturnType<typeof apiKey>>

/** The response to making or rotating an API key. No other response contains the key's secret. */
export const newApiKey = lazy(() => z.object({ id: idInAnswer(), key: z.string() }))
export type NewApiKey = z.output<ReturnType<typeof newApiKey>>
