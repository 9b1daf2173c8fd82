import * as z from 'zod/mini'
import { existingPassword, googleToken, passwordRequiredText } from './account-forms.ts'
import { codeForm, passkeyProof } from './factors.ts'
import { lazy } from './lazy.ts'

/** Proves again that a signed-in user is who they claim to be, in one of several ways. */
export const identityProof = lazy(() =>
  z
    .object({
      password: z.optional(existingPassword()),
      code: z.optional(codeForm().shape.code),
      passkey: z.optional(passkeyProof()),
      google: z.optional(googleToken().shape.token),
    })
    .check(
      z.refine((proof) => Object.values(proof).some((given) => given !== undefined), {
        path: ['password'],
        error: passwordRequiredText,
      }),
    ),
)
export type IdentityProof = z.output<ReturnType<typeof identityProof>>

/** The form for confirming with a password. */
export const passwordProof = lazy(() => z.object({ password: existingPassword() }))

export const confirmation = lazy(() => z.object({ confirmation: z.string() }))
