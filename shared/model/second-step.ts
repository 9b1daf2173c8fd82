import * as z from 'zod/mini'
import { lazy } from './lazy.ts'

/** By what a sign-in goes on after its first step. */
export const secondStepMethods = ['totp', 'recovery', 'passkey'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]

export const secondStepMethod = lazy(() => z.enum(secondStepMethods))

/** A first step that was right, where a second one is needed. */
export const secondStepNeeded = lazy(() => z.object({ mfa_token: z.string(), methods: z.array(secondStepMethod()) }))
export type SecondStepNeeded = z.output<ReturnType<typeof secondStepNeeded>>
