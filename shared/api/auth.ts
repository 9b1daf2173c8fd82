import * as z from 'zod/mini'
import { credentials, tenantInfo, tokenPair, user } from '../model/account.ts'
import { entry, lazy } from './contract.ts'

/** 50 failed sign-ins from one address, 5 for one e-mail: counted by the operation, which alone knows what failed. */
export const login = entry({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  body: credentials,
  answer: lazy(() => z.extend(tokenPair(), { user: user() })),
  success: 200,
})

export const refresh = entry({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  body: lazy(() => z.object({ refresh_token: z.string('Refresh token is required').check(z.maxLength(500)) })),
  answer: tokenPair,
  success: 200,
})

export const logout = entry({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  body: lazy(() => z.object({ refresh_token: z.string('Refresh token is required').check(z.maxLength(500)) })),
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

export const googleAuth = entry({
  method: 'POST',
  path: '/api/auth/google-auth',
  access: 'public',
  success: 200,
  planned: 'accounts',
})

export const sendVerificationEmail = entry({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  access: 'public',
  success: 200,
  planned: 'accounts',
})

export const verifyEmail = entry({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  success: 200,
  planned: 'accounts',
})

export const setPassword = entry({
  method: 'POST',
  path: '/api/auth/set-password',
  access: 'public',
  success: 200,
  planned: 'accounts',
})

export const requestPasswordReset = entry({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  access: 'public',
  success: 200,
  planned: 'accounts',
})

export const resetPassword = entry({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  success: 200,
  planned: 'accounts',
})

export const verifyInvitation = entry({
  method: 'GET',
  path: '/api/auth/verify-invitation',
  access: 'public',
  success: 200,
  planned: 'accounts',
})

export const acceptInvitation = entry({
  method: 'POST',
  path: '/api/auth/accept-invitation',
  access: 'public',
  success: 200,
  planned: 'accounts',
})
