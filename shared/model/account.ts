import * as z from 'zod/mini'
import { lazy } from '../api/contract.ts'
import { passwordLimit, passwordRules } from '../rules/password.ts'
import { answeredDate, flag, looksLikeEmail, requiredText, textLimit } from './fields.ts'

const passwordRequired = 'Password is required'
const emailRequired = 'Email is required'
export const fullNameRequired = 'Full name is required'
const invalidEmail = 'Please enter a valid email address'

/** Asked of the login page; the server asks only that both are filled, so that a short password is a wrong one. */
export const loginForm = lazy(() =>
  z.object({
    email: z.string(emailRequired).check(
      z.trim(),
      z.minLength(1, emailRequired),
      z.refine((value) => value === '' || looksLikeEmail(value), invalidEmail),
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

/** An address as it is compared and kept: trimmed, in lower case. */
export const emailAddress = (invalid = invalidEmail) =>
  requiredText(emailRequired).check(
    z.toLowerCase(),
    z.refine((value) => value === '' || looksLikeEmail(value), invalid),
  )

/** Asks for a mail: the forgot-password page, and the login page on behalf of who is not verified. */
export const mailRequest = lazy(() => z.object({ email: emailAddress('Please enter a valid email') }))

/** Said to everybody who asks, so that it tells nobody which accounts exist. */
export const resetRequested = 'If your email is registered, you will receive a password reset link shortly.'
export const verificationSent = 'Verification email sent! Please check your inbox.'

export const newPassword = () =>
  z
    .string(passwordRequired)
    .check(
      z.minLength(1, passwordRequired),
      z.maxLength(passwordLimit, `Password must be at most ${passwordLimit} characters`),
      ...passwordRules.map(({ holds, message }) => z.refine<string>((value) => value === '' || holds(value), message)),
    )

const confirmationRequired = 'Please confirm your password'
const confirmPassword = () => z.string(confirmationRequired).check(z.minLength(1, confirmationRequired))

const mismatch = { path: ['confirm_password'], error: 'Passwords must match' }

/** The set-password and accept-invitation pages. */
export const passwordForm = lazy(() =>
  z
    .object({ password: newPassword(), confirm_password: confirmPassword() })
    .check(z.refine(({ password, confirm_password: again }) => again === '' || again === password, mismatch)),
)

/** The reset page. */
export const resetForm = lazy(() =>
  z
    .object({ new_password: newPassword(), confirm_password: confirmPassword() })
    .check(z.refine(({ new_password, confirm_password: again }) => again === '' || again === new_password, mismatch)),
)

/** The token of a mail's link. None is as unusable as a wrong one. */
export const linkToken = () => z._default(z.string('Must be text').check(z.maxLength(1000)), '')

const linkNames = {
  verification: 'verification',
  set_password: 'set-password',
  reset: 'password reset',
  invitation: 'invitation',
} as const

/** What a one-time link is for. */
export type LinkPurpose = keyof typeof linkNames

export const unusableLink = (purpose: LinkPurpose) =>
  `This ${linkNames[purpose]} link is invalid or has expired. Please request a new one.`

const rolesLimit = 50

const roleIds = () =>
  z.array(z.string('Must be a role').check(z.maxLength(textLimit, 'Must be a role'))).check(
    z.maxLength(rolesLimit, `Must be at most ${rolesLimit} roles`),
    z.overwrite((ids) => [...new Set(ids)]),
  )

const isTrueOrFalse = () => z.boolean('Must be true or false')

/** The 'Invite New User' form. */
export const newUser = lazy(() =>
  z.object({
    full_name: requiredText(fullNameRequired),
    email: emailAddress(),
    roles: z._default(roleIds(), []),
    is_tenant_admin: flag(),
    is_active: z._default(isTrueOrFalse(), true),
    send_invitation: z._default(isTrueOrFalse(), true),
  }),
)

/** The 'Edit User' form. What is missing stays; an address other than the user's is refused. */
export const userEdit = lazy(() => {
  const { full_name, email } = newUser().shape
  return z.partial(
    z.object({ full_name, email, roles: roleIds(), is_tenant_admin: isTrueOrFalse(), is_active: isTrueOrFalse() }),
  )
})

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
    created_at: answeredDate(),
  }),
)
export type User = z.output<ReturnType<typeof user>>

/** `invitation_sent`: the mail went out at once. If not, it is tried again until it does, unless mail to this address came back before. */
export const invitedUser = lazy(() => z.extend(user(), { invitation_sent: z.boolean() }))

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

export const signedIn = lazy(() => z.extend(tokenPair(), { user: user() }))

export const permissionMap = lazy(() => z.record(z.string(), z.array(z.string())))
