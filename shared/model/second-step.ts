import * as z from 'zod/mini'
import { lazy } from './lazy.ts'

/** The methods for the second step of a sign-in. */
export const secondStepMethods = ['totp', 'recovery', 'passkey'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]

export const secondStepMethod = lazy(() => z.enum(secondStepMethods))

/** The response to a correct first step when a second step is required. */
export const secondStepNeeded = lazy(() => z.object({ mfa_token: z.string(), methods: z.array(secondStepMethod()) }))
export type SecondStepNeeded = z.output<ReturnType<typeof secondStepNeeded>>
