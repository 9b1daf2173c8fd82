import * as z from 'zod/mini'
import {
  countInAnswer,
  exactText,
  idInAnswer,
  instantInAnswer,
  instantOrNullInAnswer,
  list,
  requiredText,
  urlInAnswer,
} from './fields.ts'
import { lazy } from './lazy.ts'

const codeRequired = 'Code is required'

/** The code of an authenticator app, or a recovery code. Operations ignore blanks in both, and hyphens in a recovery code. */
const code = () => exactText(50, codeRequired).check(z.trim(), z.minLength(1, codeRequired))

export const codeForm = lazy(() => z.object({ code: code() }))

const devicePart = (limit: number) => exactText(limit, 'Must be text').check(z.minLength(1, 'Must be text'))

/** Bytes in base64url, as browsers write them into JSON. */
const bytes = () => devicePart(8000)

const credentialId = () => devicePart(1400)

/** The response of a device that has created a passkey. */
export const passkeyRegistration = lazy(() =>
  z.object({
    id: credentialId(),
    clientDataJSON: bytes(),
    attestationObject: bytes(),
    transports: z.optional(list(devicePart(50), { limit: 10, noun: 'transports' })),
  }),
)
export type PasskeyRegistration = z.output<ReturnType<typeof passkeyRegistration>>

/** The response of a device with which a user proves their identity by a passkey. `userHandle` identifies the account. */
export const passkeyProof = lazy(() =>
  z.object({
    id: credentialId(),
    clientDataJSON: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    userHandle: z.optional(z.nullable(devicePart(200))),
  }),
)
export type PasskeyProof = z.output<ReturnType<typeof passkeyProof>>

export const passkeyNameForm = lazy(() => z.object({ name: requiredText('Passkey name is required', 60) }))

export const newPasskey = lazy(() => z.extend(passkeyNameForm(), { response: passkeyRegistration() }))

export const passkey = lazy(() =>
  z.object({
    id: idInAnswer(),
    name: z.string(),
    created_at: instantInAnswer(),
    last_used_at: instantOrNullInAnswer(),
  }),
)

/**
 * The ways in which an account can sign in. `mail_arrives` is false if mail to the account's address has recently bounced for good.
 */
export const factors = lazy(() =>
  z.object({
    totp: z.boolean(),
    recovery_codes_left: countInAnswer(),
    passkeys: z.array(passkey()),
    has_password: z.boolean(),
    has_google: z.boolean(),
    mail_arrives: z.boolean(),
  }),
)
export type Factors = z.output<ReturnType<typeof factors>>

export const authenticator = lazy(() => z.object({ secret: z.string(), uri: urlInAnswer() }))
export const givenRecoveryCodes = lazy(() => z.object({ recovery_codes: z.array(z.string()) }))

/** The options with which a browser asks a device to use a passkey. `passkeyOptions` adds those for creating one. */
export const passkeyChallenge = lazy(() => z.object({ challenge: z.string(), rp_id: z.string() }))

/** The account for which a device creates a passkey. `id` is in base64url. */
export const passkeyOwner = lazy(() => z.object({ id: z.string(), name: z.string() }))

export const passkeyOptions = lazy(() =>
  z.extend(passkeyChallenge(), {
    user: passkeyOwner(),
    /** The ids of the account's existing passkeys. A device that has one of them refuses to create another. */
    excluded: z.array(z.string()),
  }),
)

/** The second step of a sign-in: a code or a passkey. */
export const secondStep = lazy(() =>
  z
    .object({
      mfa_token: exactText(500, 'Must be text'),
      code: z.optional(code()),
      passkey: z.optional(passkeyProof()),
    })
    .check(
      z.refine(({ code: typed, passkey: shown }) => typed !== undefined || shown !== undefined, {
        path: ['code'],
        error: codeRequired,
      }),
    ),
)

export const passkeySignIn = lazy(() => z.object({ passkey: passkeyProof() }))

export const signedInSession = lazy(() =>
  z.object({
    id: idInAnswer(),
    created_at: instantInAnswer(),
    last_used_at: instantInAnswer(),
    device: z.string(),
    place: z.string(),
    current: z.boolean(),
  }),
)
export type SignedInSession = z.output<ReturnType<typeof signedInSession>>
