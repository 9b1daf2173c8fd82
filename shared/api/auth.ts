import * as z from 'zod/mini'
import {
  chosenPassword,
  credentials,
  currentUser,
  googleToken,
  invitation,
  invitationAnswer,
  linkToken,
  mailRequest,
  message,
  refreshRequest,
  resetForm,
  signedIn,
  tenantInfo,
  tokenPair,
} from '../model/account.ts'
import { answeredEmail, id } from '../model/fields.ts'
import { entry, lazy } from './contract.ts'

/** Failed sign-ins are counted by the operation, which alone knows what failed. */
export const login = entry({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  event: ['session.started', 'session.refused'],
  body: credentials,
  answer: signedIn,
  success: 200,
})

/** A token that was exchanged long ago ends its session, and leaves the event of that; any other exchange leaves none. */
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
  body: refreshRequest,
  success: 204,
})

export const me = entry({
  method: 'GET',
  path: '/api/auth/me',
  access: 'signedIn',
  event: 'none',
  answer: currentUser,
  success: 200,
})

/** A pair of tokens for another of the caller's organisations; the session here ends. */
export const switchOrganisation = entry({
  method: 'POST',
  path: '/api/auth/switch',
  access: 'signedIn',
  event: ['session.started', 'session.ended'],
  body: lazy(() => z.object({ tenant_id: id('Organisation is required') })),
  answer: tokenPair,
  success: 200,
})

export const readTenantInfo = entry({
  method: 'GET',
  path: '/api/auth/tenant-info',
  access: 'signedIn',
  event: 'none',
  answer: tenantInfo,
  success: 200,
})

export const googleAuth = entry({
  method: 'POST',
  path: '/api/auth/google-auth',
  access: 'public',
  event: ['session.started', 'session.refused'],
  body: googleToken,
  answer: signedIn,
  success: 200,
})

/** Connects the Google account of the caller's own address. */
export const connectGoogle = entry({
  method: 'POST',
  path: '/api/auth/google-connect',
  access: 'signedIn',
  event: 'none',
  body: googleToken,
  success: 204,
})

/** Of one place, both calls together; one address gets five an hour of each. */
const mailLimit = { times: 20, seconds: 3600, sharedAs: 'mails-asked' }

/** The same answer for every address, in the same time: the mail is only written down. */
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

/** As `sendVerificationEmail`. */
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

/** Of one place, all calls together that take the token of a link. */
const linkLimit = { times: 60, seconds: 60, sharedAs: 'links' }
const linkOnly = lazy(() => z.object({ token: linkToken() }))

/** Looks at the link of a sign-up without using it up. */
export const readVerification = entry({
  method: 'GET',
  path: '/api/auth/verify-email',
  access: 'public',
  event: 'none',
  query: linkOnly,
  answer: lazy(() => z.object({ email: answeredEmail() })),
  success: 200,
  limit: linkLimit,
})

/** Proves the mailbox. `set_password_token` is there as long as its account has no password. */
export const verifyEmail = entry({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  event: 'user.joined',
  body: linkOnly,
  answer: lazy(() => z.object({ email: answeredEmail(), set_password_token: z.optional(z.string()) })),
  success: 200,
  limit: linkLimit,
})

export const setPassword = entry({
  method: 'POST',
  path: '/api/auth/set-password',
  access: 'public',
  event: 'none',
  body: chosenPassword,
  answer: message,
  success: 200,
  limit: linkLimit,
})

export const resetPassword = entry({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  event: 'none',
  body: lazy(() => z.safeExtend(resetForm(), { token: linkToken() })),
  answer: message,
  success: 200,
  limit: linkLimit,
})

/** Looks at an invitation without using it up. */
export const verifyInvitation = entry({
  method: 'GET',
  path: '/api/auth/verify-invitation',
  access: 'public',
  event: 'none',
  query: linkOnly,
  answer: invitation,
  success: 200,
  limit: linkLimit,
})

/** Joins the organisation. Without an account the password is needed; with one it is not looked at. */
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
