import * as z from 'zod/mini'
import { passwordLimit, passwordRules } from '../rules/password.ts'
import { cleanPhone, isPhoneNumber, phoneLimit } from '../rules/phone-number.ts'
import {
  distinctList,
  emailLimit,
  exactText,
  flag,
  id,
  isId,
  list,
  requiredEmail,
  requiredText,
  text,
} from './fields.ts'
import { lazy } from './lazy.ts'

export const passwordRequiredText = 'Password is required'
const emailRequired = 'Email is required'
export const fullNameRequiredText = 'Full name is required'
const invalidEmail = 'Please enter a valid email address'

/**
 * The most characters of an existing password, or of the repetition of a new one, in a request. No account has a password of this
 * length. The limit keeps the server from hashing huge texts.
 */
const longestGuess = 1000

export const existingPassword = () =>
  exactText(longestGuess, passwordRequiredText).check(z.minLength(1, passwordRequiredText))

/**
 * The sign-in form with the rules that the login page checks. The server uses `credentials`, without the rule of 6 characters, so
 * that it treats a password that is too short like any wrong one.
 */
export const loginForm = lazy(() =>
  z.object({
    email: requiredEmail(emailRequired, invalidEmail),
    password: existingPassword().check(
      z.refine((value) => value === '' || value.length >= 6, 'Password must be at least 6 characters'),
    ),
  }),
)

/** The sign-in request. A text that isn't an e-mail address gets the same response as an unknown address. */
export const credentials = lazy(() =>
  z.object({
    email: requiredText(emailRequired, emailLimit).check(z.toLowerCase()),
    password: existingPassword(),
    device_token: z.optional(exactText(500, 'Must be text')),
  }),
)

export const emailAddress = (invalid = invalidEmail) => requiredEmail(emailRequired, invalid)

/** The request for a verification mail or a mail that resets a password, with the address of the account. */
export const mailRequest = lazy(() => z.object({ email: emailAddress('Please enter a valid email') }))

export const newPassword = () =>
  exactText(passwordLimit, passwordRequiredText, `Password must be at most ${passwordLimit} characters`).check(
    z.minLength(1, passwordRequiredText),
    ...passwordRules.map(({ holds, message }) => z.refine<string>((value) => value === '' || holds(value), message)),
    z.meta({
      minLength: 12,
      pattern: '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[^A-Za-z0-9])',
      doc: 'new password',
    }),
  )

const confirmationRequired = 'Please confirm your password'
const confirmPassword = () => exactText(longestGuess, confirmationRequired).check(z.minLength(1, confirmationRequired))

const mismatch = { path: ['confirm_password'], error: 'Passwords must match' }

/** A new password and its repetition, for the set-password and accept-invitation pages. */
export const passwordForm = lazy(() =>
  z
    .object({ password: newPassword(), confirm_password: confirmPassword() })
    .check(z.refine(({ password, confirm_password: again }) => again === '' || again === password, mismatch)),
)

/** The request that accepts an invitation. A person who already has an account sends only the token. */
export const invitationAnswer = lazy(() =>
  z
    .object({
      token: linkToken(),
      password: z.optional(newPassword()),
      confirm_password: z.optional(exactText(longestGuess, confirmationRequired)),
    })
    .check(
      z.refine(({ password, confirm_password: again }) => password === undefined || Boolean(again), {
        path: ['confirm_password'],
        error: confirmationRequired,
      }),
      z.refine(
        ({ password, confirm_password: again }) => password === undefined || !again || again === password,
        mismatch,
      ),
    ),
)

/** A new password for an account that has none yet. `token` comes from the response to `verifyEmail`. */
export const chosenPassword = lazy(() => z.safeExtend(passwordForm(), { token: linkToken() }))

/** The form of the page that resets a password. */
export const passwordResetForm = lazy(() =>
  z
    .object({ new_password: newPassword(), confirm_password: confirmPassword() })
    .check(z.refine(({ new_password, confirm_password: again }) => again === '' || again === new_password, mismatch)),
)

/** The form on the account page that changes the password. */
export const passwordChange = lazy(() => z.safeExtend(passwordResetForm(), { current_password: existingPassword() }))

/**
 * The token from a mailed link, or from the response to `verifyEmail`. A missing token gets the same response as a wrong one.
 */
export const linkToken = () =>
  z._default(
    exactText(1000, 'Must be text').check(
      z.meta({
        minLength: 1,
        doc: 'link token',
      }),
    ),
    '',
  )

/** The body of a call that needs only the token from a mailed link. */
export const usedLink = lazy(() => z.object({ token: linkToken() }))

const notARole = 'Must be a role'
const roleIds = (role = id(notARole)) => distinctList(role, { limit: 50, noun: 'roles' })

const isTrueOrFalse = () => z.boolean('Must be true or false')

/** A user's phone number, or '' for none. */
const userPhone = () =>
  text(phoneLimit, 'Please enter a valid phone number').check(
    z.overwrite(cleanPhone),
    z.refine((value) => value === '' || isPhoneNumber(value), 'Please enter a valid phone number'),
    z.meta({ pattern: '^$|^[^0-9A-Za-z]*([0-9][^0-9A-Za-z]*){10,12}$' }),
  )

/** The 'Invite New User' form. */
export const newUser = lazy(() =>
  z.object({
    full_name: requiredText(fullNameRequiredText),
    email: emailAddress(),
    phone: z._default(userPhone(), ''),
    roles: z._default(roleIds(), []),
    is_tenant_admin: flag(),
    is_active: z._default(isTrueOrFalse(), true),
    send_invitation: z._default(isTrueOrFalse(), true),
  }),
)

/** The most people that one request can invite. */
export const invitationsLimit = 50

/** A person to invite. A malformed role id makes the whole request fail; an id of no existing role only refuses this person. */
export const newPerson = lazy(() => {
  const { full_name, email } = newUser().shape
  const roleId = id(notARole).check(z.refine(isId, notARole))
  return z.object({ full_name, email, roles: z._default(roleIds(roleId), []) })
})

/** The people that one request invites. */
export const newUsers = lazy(() =>
  z.object({
    users: list(newPerson(), { limit: invitationsLimit, noun: 'people', needed: 'Must be a list of people' }),
  }),
)

/** The 'Edit User' form. A missing field keeps its value. An e-mail address that differs from the user's is refused. */
export const userEdit = lazy(() => {
  const { full_name, email } = newUser().shape
  return z.partial(
    z.object({
      full_name,
      email,
      phone: userPhone(),
      roles: roleIds(),
      is_tenant_admin: isTrueOrFalse(),
      is_active: isTrueOrFalse(),
    }),
  )
})

const googleTokenNeeded = 'Token is required'

/** An ID token from Google. */
export const googleToken = lazy(() =>
  z.object({ token: exactText(8000, googleTokenNeeded).check(z.minLength(1, googleTokenNeeded)) }),
)

const refreshToken = () => exactText(500, 'Refresh token is required')

export const logoutRequest = lazy(() => z.object({ refresh_token: refreshToken() }))

const withinAWeek = 'Must be a whole number of seconds, at most one week'

/**
 * A request for new tokens. `background` is true if the page sends it by itself while no one uses the page; the request then
 * doesn't count as use of the session.
 */
export const refreshRequest = lazy(() =>
  z.object({
    refresh_token: refreshToken(),
    background: flag(),
    unused_seconds: z._default(
      z.int(withinAWeek).check(z.gte(0, withinAWeek), z.lte(604_800, withinAWeek), z.meta({ doc: 'unused seconds' })),
      0,
    ),
  }),
)
