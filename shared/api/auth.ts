import * as z from 'zod/mini'
import {
  credentials,
  linkToken,
  mailRequest,
  passwordForm,
  resetForm,
  signedIn,
  tenantInfo,
  tokenPair,
  user,
} from '../model/account.ts'
import { exactText } from '../model/fields.ts'
import { entry, lazy } from './contract.ts'

/** 50 failed sign-ins from one address, 5 for one e-mail: counted by the operation, which alone knows what failed. */
export const login = entry({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  event: 'none',
  body: credentials,
  answer: signedIn,
  success: 200,
})

const refreshToken = lazy(() => z.object({ refresh_token: exactText(500, 'Refresh token is required') }))

export const refresh = entry({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  event: 'none',
  body: refreshToken,
  answer: tokenPair,
  success: 200,
})

export const logout = entry({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  event: 'none',
  body: refreshToken,
  success: 204,
})

export const me = entry({
  method: 'GET',
  path: '/api/auth/me',
  access: 'signedIn',
  event: 'none',
  answer: user,
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

const googleTokenNeeded = 'Token is required'

/** `token` is an ID token of Google. */
export const googleAuth = entry({
  method: 'POST',
  path: '/api/auth/google-auth',
  access: 'public',
  event: 'none',
  body: lazy(() => z.object({ token: exactText(8000, googleTokenNeeded).check(z.minLength(1, googleTokenNeeded)) })),
  answer: signedIn,
  success: 200,
})

const message = lazy(() => z.object({ message: z.string() }))

/** The same answer for every address, counted by it: five an hour. */
export const sendVerificationEmail = entry({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  access: 'public',
  event: 'none',
  body: mailRequest,
  answer: message,
  success: 200,
})

/** `set_password_token` is there for an account without a password. */
export const verifyEmail = entry({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  event: 'none',
  body: lazy(() => z.object({ token: linkToken() })),
  answer: lazy(() => z.object({ email: z.string(), set_password_token: z.optional(z.string()) })),
  success: 200,
})

export const setPassword = entry({
  method: 'POST',
  path: '/api/auth/set-password',
  access: 'public',
  event: 'none',
  body: lazy(() => z.safeExtend(passwordForm(), { token: linkToken() })),
  answer: message,
  success: 200,
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
})

export const resetPassword = entry({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  event: 'none',
  body: lazy(() => z.safeExtend(resetForm(), { token: linkToken() })),
  answer: message,
  success: 200,
})

/** Looks at an invitation without using it up. */
export const verifyInvitation = entry({
  method: 'GET',
  path: '/api/auth/verify-invitation',
  access: 'public',
  event: 'none',
  query: lazy(() => z.object({ token: linkToken() })),
  answer: lazy(() => z.object({ email: z.string(), invited_by: z.string() })),
  success: 200,
})

export const acceptInvitation = entry({
  method: 'POST',
  path: '/api/auth/accept-invitation',
  access: 'public',
  event: 'none',
  body: lazy(() => z.safeExtend(passwordForm(), { token: linkToken() })),
  answer: message,
  success: 200,
})
