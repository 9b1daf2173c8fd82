import * as z from 'zod/mini'
import {
  chosenPassword,
  credentials,
  linkToken,
  mailRequest,
  message,
  refreshRequest,
  resetForm,
  signedIn,
  tenantInfo,
  tokenPair,
  user,
} from '../model/account.ts'
import { answeredEmail, exactText } from '../model/fields.ts'
import { entry, lazy } from './contract.ts'

/** 50 failed sign-ins from one address, 5 for one e-mail: counted by the operation, which alone knows what failed. */
export const login = entry({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  body: credentials,
  answer: signedIn,
  success: 200,
})

export const refresh = entry({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  body: refreshRequest,
  answer: tokenPair,
  success: 200,
})

export const logout = entry({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  body: refreshRequest,
  success: 204,
})

export const me = entry({ method: 'GET', path: '/api/auth/me', access: 'signedIn', answer: user, success: 200 })

export const readTenantInfo = entry({
  method: 'GET',
  path: '/api/auth/tenant-info',
  access: 'signedIn',
  answer: tenantInfo,
  success: 200,
})

const googleTokenNeeded = 'Token is required'

/** `token` is an ID token of Google. */
export const googleAuth = entry({
  method: 'POST',
  path: '/api/auth/google-auth',
  access: 'public',
  body: lazy(() => z.object({ token: exactText(8000, googleTokenNeeded).check(z.minLength(1, googleTokenNeeded)) })),
  answer: signedIn,
  success: 200,
})

/** The same answer for every address, counted by it: five an hour. */
export const sendVerificationEmail = entry({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  access: 'public',
  body: mailRequest,
  answer: message,
  success: 200,
})

/** `set_password_token` is there for an account without a password. */
export const verifyEmail = entry({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  body: lazy(() => z.object({ token: linkToken() })),
  answer: lazy(() => z.object({ email: answeredEmail(), set_password_token: z.optional(z.string()) })),
  success: 200,
})

export const setPassword = entry({
  method: 'POST',
  path: '/api/auth/set-password',
  access: 'public',
  body: chosenPassword,
  answer: message,
  success: 200,
})

/** As `sendVerificationEmail`. */
export const requestPasswordReset = entry({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  access: 'public',
  body: mailRequest,
  answer: message,
  success: 200,
})

export const resetPassword = entry({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  body: lazy(() => z.safeExtend(resetForm(), { token: linkToken() })),
  answer: message,
  success: 200,
})

/** Looks at an invitation without using it up. */
export const verifyInvitation = entry({
  method: 'GET',
  path: '/api/auth/verify-invitation',
  access: 'public',
  query: lazy(() => z.object({ token: linkToken() })),
  answer: lazy(() => z.object({ email: answeredEmail(), invited_by: z.string() })),
  success: 200,
})

export const acceptInvitation = entry({
  method: 'POST',
  path: '/api/auth/accept-invitation',
  access: 'public',
  body: chosenPassword,
  answer: message,
  success: 200,
})
