import * as z from 'zod/mini'
import {
  currentUser,
  firstStepAnswer,
  invitation,
  message,
  passwordChosen,
  tenantInfo,
  tokenPair,
} from '../model/account.ts'
import {
  chosenPassword,
  credentials,
  googleToken,
  invitationAnswer,
  linkToken,
  logoutRequest,
  mailRequest,
  passwordResetForm,
  refreshRequest,
  usedLink,
} from '../model/account-forms.ts'
import { emailInAnswer, id } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { entry } from './contract.ts'
import { signedInFirstPaths } from './first-paths.ts'

/**
 * Signs in. This entry has no `limit`: the operation itself limits the failed sign-ins, because only the operation knows which
 * sign-ins fail.
 */
export const login = entry({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  event: ['session.started', 'session.refused'],
  body: credentials,
  answer: firstStepAnswer,
  success: 200,
})

/**
 * Exchanges a refresh token for new tokens. If a token that was exchanged before is used again after a short grace period, its
 * session is ended. A session that was idle for the organisation's `idle_minutes` is ended too, unless its user has a delivery in
 * progress. Ending a session records an event; a normal exchange doesn't.
 */
export const refresh = entry({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  event: 'session.ended',
  body: refreshRequest,
  answer: tokenPair,
  success: 200,
})

export const logout = entry({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  event: 'session.ended',
  body: logoutRequest,
  success: 204,
})

export const me = entry({
  method: 'GET',
  path: signedInFirstPaths.me,
  access: 'signedIn',
  withoutSecondStep: true,
  event: 'none',
  answer: currentUser,
  success: 200,
})

export const switchOrganisation = entry({
  method: 'POST',
  path: '/api/auth/switch',
  access: 'signedIn',
  confirmed: 'sometimes',
  withoutSecondStep: true,
  event: ['session.started', 'session.ended'],
  body: lazy(() => z.object({ tenant_id: id('Organization is required') })),
  answer: tokenPair,
  success: 200,
})

export const readTenantInfo = entry({
  method: 'GET',
  path: signedInFirstPaths.tenantInfo,
  access: 'signedIn',
  event: 'none',
  answer: tenantInfo,
  success: 200,
})

export const googleAuth = entry({
  method: 'POST',
  path: '/api/auth/google-auth',
  access: 'public',
  event: ['session.started', 'session.refused', 'account.google_connected'],
  body: googleToken,
  answer: firstStepAnswer,
  success: 200,
})

export const connectGoogle = entry({
  method: 'POST',
  path: '/api/auth/google-connect',
  access: 'signedIn',
  confirmed: true,
  event: 'account.google_connected',
  body: googleToken,
  success: 204,
})

/** All calls with this limit share one count per IP address. Each requests a mail. */
const mailLimit = { times: 20, seconds: 3600, sharedAs: 'mails-asked' }

export const sendVerificationEmail = entry({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  access: 'public',
  event: 'none',
  body: mailRequest,
  answer: message,
  success: 200,
  limit: mailLimit,
})

export const requestPasswordReset = entry({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  access: 'public',
  event: 'none',
  body: mailRequest,
  answer: message,
  success: 200,
  limit: mailLimit,
})

/**
 * All calls with this limit share one count per IP address. Each request contains a token from a mailed link or, for `setPassword`,
 * from the response to `verifyEmail`.
 */
const linkLimit = { times: 60, seconds: 60, sharedAs: 'links' }

export const readVerification = entry({
  method: 'GET',
  path: '/api/auth/verify-email',
  access: 'public',
  event: 'none',
  query: lazy(() => z.object({ token: linkToken() })),
  answer: lazy(() => z.object({ email: emailInAnswer() })),
  success: 200,
  limit: linkLimit,
})

export const verifyEmail = entry({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  event: 'user.joined',
  body: usedLink,
  answer: lazy(() => z.object({ email: emailInAnswer(), set_password_token: z.optional(z.string()) })),
  success: 200,
  limit: linkLimit,
})

export const setPassword = entry({
  method: 'POST',
  path: '/api/auth/set-password',
  access: 'public',
  event: 'account.password_changed',
  body: chosenPassword,
  answer: passwordChosen,
  success: 200,
  limit: linkLimit,
})

export const resetPassword = entry({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  event: 'account.password_reset',
  body: lazy(() => z.safeExtend(passwordResetForm(), { token: linkToken() })),
  answer: passwordChosen,
  success: 200,
  limit: linkLimit,
})

/**
 * Reports that a change to an account was not made by the account's owner. The change is undone as far as possible, and all
 * sessions end. The link in the mail about the change opens a page with a button that makes this call. The link doesn't make the
 * call itself, because mail scanners open links.
 */
export const notMe = entry({
  method: 'POST',
  path: '/api/auth/not-me',
  access: 'public',
  event: 'account.not_me',
  body: usedLink,
  answer: message,
  success: 200,
  limit: linkLimit,
})

export const verifyInvitation = entry({
  method: 'GET',
  path: '/api/auth/verify-invitation',
  access: 'public',
  event: 'none',
  query: lazy(() => z.object({ token: linkToken() })),
  answer: invitation,
  success: 200,
  limit: linkLimit,
})

export const acceptInvitation = entry({
  method: 'POST',
  path: '/api/auth/accept-invitation',
  access: 'public',
  event: 'user.joined',
  body: invitationAnswer,
  answer: message,
  success: 200,
  limit: linkLimit,
})
