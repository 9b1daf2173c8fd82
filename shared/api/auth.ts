import * as z from 'zod/mini'
import { currentUser, firstStepAnswer, invitation, message, tenantInfo, tokenPair } from '../model/account.ts'
import {
  chosenPassword,
  credentials,
  googleToken,
  invitationAnswer,
  linkToken,
  logoutRequest,
  mailRequest,
  refreshRequest,
  resetForm,
} from '../model/account-forms.ts'
import { answeredEmail, id } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { entry } from './contract.ts'
import { sessionPaths } from './first-paths.ts'

/** Failed sign-ins are counted by the operation, which alone knows what failed. */
export const login = entry({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Sign in with e-mail and password',
  description:
    'The `access_token` goes into `Authorization: Bearer …` of other calls and holds for 15 minutes; `refresh` exchanges the `refresh_token` for a new pair. Keep the `device_token` and send it with the next sign-in from the same place, so that other people’s guesses do not lock this one out.',
  refusals: {
    401: 'The e-mail or the password is wrong, the account has no password or is not active; or, for the right password alone, the e-mail is not verified yet.',
    429: 'Too many sign-ins have failed, for this e-mail or from this place. `Retry-After` says when the next one is looked at.',
  },
  event: ['session.started', 'session.refused'],
  body: credentials,
  answer: firstStepAnswer,
  success: 200,
})

/**
 * A token that was exchanged long ago ends its session, and so does one of a session that nobody has used for the organisation's
 * `idle_minutes`, unless its person has a delivery in progress: both leave the event of that; any other exchange leaves none.
 */
export const refresh = entry({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  summary: 'Exchange a refresh token for a new pair',
  description:
    'A refresh token lives for seven days and works once. Repeated within 30 seconds, because an answer was lost, it still gives a working pair; later, the whole session ends.',
  refusals: {
    401: 'The token is unknown, used or expired, or its user may no longer sign in.',
  },
  event: 'session.ended',
  body: refreshRequest,
  answer: tokenPair,
  success: 200,
})

export const logout = entry({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  summary: 'End a session',
  description: 'Ends the session that the refresh token belongs to. A token that is not known is answered alike.',
  event: 'session.ended',
  body: logoutRequest,
  success: 204,
})

export const me = entry({
  method: 'GET',
  path: sessionPaths.me,
  access: 'signedIn',
  summary: 'Read who the caller is',
  description: 'The user of the access token, with all permissions and the organisations that they belong to.',
  withoutSecondStep: true,
  event: 'none',
  answer: currentUser,
  success: 200,
})

export const switchOrganisation = entry({
  method: 'POST',
  path: '/api/auth/switch',
  access: 'signedIn',
  summary: 'Go on in another organisation',
  description:
    'Answers a pair of tokens for another of the caller’s organisations. The session in the present one ends.',
  refusals: {
    404: 'The caller does not belong to this organisation.',
  },
  withoutSecondStep: true,
  event: ['session.started', 'session.ended'],
  body: lazy(() => z.object({ tenant_id: id('Organisation is required') })),
  answer: tokenPair,
  success: 200,
})

export const readTenantInfo = entry({
  method: 'GET',
  path: sessionPaths.tenantInfo,
  access: 'signedIn',
  summary: 'Read the caller’s organisation',
  description: 'Name, time zone and subscriptions, for every signed-in user.',
  event: 'none',
  answer: tenantInfo,
  success: 200,
})

export const googleAuth = entry({
  method: 'POST',
  path: '/api/auth/google-auth',
  access: 'public',
  summary: 'Sign in with Google',
  description:
    '`token` is an ID token that Google has made for this product’s client. It signs an existing account in, and never makes one.',
  refusals: {
    401: 'The token is not valid, no account has its address, or the account is connected with another Google account.',
    429: 'Too many sign-ins have failed, for this e-mail or from this place. `Retry-After` says when the next one is looked at.',
  },
  event: ['session.started', 'session.refused'],
  body: googleToken,
  answer: firstStepAnswer,
  success: 200,
})

export const connectGoogle = entry({
  method: 'POST',
  path: '/api/auth/google-connect',
  access: 'signedIn',
  summary: 'Connect the caller’s Google account',
  description: 'From then on it signs the caller in, and one that was connected before does not.',
  refusals: {
    409: 'This Google account is connected with somebody else’s account.',
    422: '`token` is not valid, or belongs to another address than the caller’s.',
  },
  event: 'none',
  body: googleToken,
  success: 204,
})

/** Of one place, both calls together; one address gets five an hour of each. */
const mailLimit = { times: 20, seconds: 3600, sharedAs: 'mails-asked' }

export const sendVerificationEmail = entry({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  access: 'public',
  summary: 'Ask for the verification mail again',
  description:
    'The answer is the same for every address and takes the same time, so that it tells nobody which accounts exist.',
  refusals: {
    429: 'Too many mails were asked for, for this e-mail or from this place.',
  },
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
  summary: 'Ask for a mail that resets the password',
  description:
    'The answer is the same for every address and takes the same time, so that it tells nobody which accounts exist.',
  refusals: {
    429: 'Too many mails were asked for, for this e-mail or from this place.',
  },
  event: 'none',
  body: mailRequest,
  answer: message,
  success: 200,
  limit: mailLimit,
})

/** Of one place, all calls together that take the token of a link. */
const linkLimit = { times: 60, seconds: 60, sharedAs: 'links' }

export const readVerification = entry({
  method: 'GET',
  path: '/api/auth/verify-email',
  access: 'public',
  summary: 'Look at the link of a sign-up',
  description: 'Says whose address the link verifies, and does not use it up.',
  refusals: {
    400: 'The link is unknown, used, or has expired, or a newer one has taken its place.',
  },
  event: 'none',
  query: lazy(() => z.object({ token: linkToken() })),
  answer: lazy(() => z.object({ email: answeredEmail() })),
  success: 200,
  limit: linkLimit,
})

export const verifyEmail = entry({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  summary: 'Verify an e-mail address',
  description:
    'Uses up the link of a verification mail. As long as the account has no password, the answer has a `set_password_token`, with which `setPassword` sets the first one.',
  refusals: {
    400: 'The link is unknown, used, or has expired, or a newer one has taken its place.',
  },
  event: 'user.joined',
  body: lazy(() => z.object({ token: linkToken() })),
  answer: lazy(() => z.object({ email: answeredEmail(), set_password_token: z.optional(z.string()) })),
  success: 200,
  limit: linkLimit,
})

export const setPassword = entry({
  method: 'POST',
  path: '/api/auth/set-password',
  access: 'public',
  summary: 'Set the first password',
  description: 'The `token` is the `set_password_token` of `verifyEmail`.',
  refusals: {
    400: 'The link is unknown, used, or has expired, or a newer one has taken its place.',
    422: '`confirm_password` has to repeat the password. `password` must not be made of common words and patterns.',
  },
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
  summary: 'Set a new password by a mailed link',
  description: 'Uses up the link and ends every session of the account.',
  refusals: {
    400: 'The link is unknown, used, or has expired, or a newer one has taken its place.',
    422: '`confirm_password` has to repeat the password. `new_password` must not be made of common words and patterns.',
  },
  event: 'none',
  body: lazy(() => z.safeExtend(resetForm(), { token: linkToken() })),
  answer: message,
  success: 200,
  limit: linkLimit,
})

export const verifyInvitation = entry({
  method: 'GET',
  path: '/api/auth/verify-invitation',
  access: 'public',
  summary: 'Look at an invitation',
  description:
    'Says who invites whom to which organisation, and does not use the link up. Without an account (`has_account`) the invited person chooses a password.',
  refusals: {
    400: 'The link is unknown, used, or has expired, or a newer one has taken its place.',
  },
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
  summary: 'Accept an invitation',
  description:
    'Joins the organisation and uses up the link. A person with an account sends the `token` alone, and a `password` is not looked at.',
  refusals: {
    400: 'The link is unknown, used, or has expired, or a newer one has taken its place.',
    422: 'A person without an account has to send a `password`, and to repeat it in `confirm_password`. It must not be made of common words and patterns.',
  },
  event: 'user.joined',
  body: invitationAnswer,
  answer: message,
  success: 200,
  limit: linkLimit,
})
