import * as z from 'zod/mini'
import { existingPassword, googleToken, passwordRequiredText } from './account-forms.ts'
import { codeForm, passkeyProof } from './factors.ts'
import { lazy } from './lazy.ts'

/** The proof that the person at the page is still the user who signed in. At least one of the fields must be set. */
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

/** The form with which a user confirms their identity by their password. */
export const passwordProof = lazy(() => z.object({ password: existingPassword() }))

export const confirmation = lazy(() => z.object({ confirmation: z.string() }))
