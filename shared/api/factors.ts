import { signedIn } from '../model/account.ts'
import {
  authenticator,
  codeForm,
  factors,
  givenRecoveryCodes,
  newPasskey,
  passkey,
  passkeyChallenge,
  passkeyOptions,
  passkeySignIn,
  secondStep,
} from '../model/factors.ts'
import { confirmation, identityProof } from '../model/identity-proof.ts'
import { entry } from './contract.ts'
import { pageFirstPaths } from './first-paths.ts'

/** Completes a sign-in with its second step: a code or a passkey. */
export const passSecondStep = entry({
  method: 'POST',
  path: '/api/auth/mfa',
  access: 'public',
  event: ['session.started', 'session.refused'],
  body: secondStep,
  answer: signedIn,
  success: 200,
})

export const readFactors = entry({
  method: 'GET',
  path: pageFirstPaths.factors,
  access: 'signedIn',
  withoutSecondStep: true,
  event: 'none',
  answer: factors,
  success: 200,
})

/** Confirms the caller's identity. The confirmation is valid for five minutes, for all calls of this session that require one. */
export const confirmIdentity = entry({
  method: 'POST',
  path: '/api/auth/confirm',
  access: 'signedIn',
  withoutSecondStep: true,
  event: 'none',
  body: identityProof,
  answer: confirmation,
  success: 200,
})

/** Begins the setup of an authenticator app. The app isn't used until one of its codes has confirmed it. */
export const beginTotp = entry({
  method: 'POST',
  path: '/api/auth/totp',
  access: 'signedIn',
  withoutSecondStep: true,
  confirmed: true,
  event: 'none',
  answer: authenticator,
  success: 200,
})

/** Completes the setup of an authenticator app. The response has the recovery codes, which cannot be read again. */
export const confirmTotp = entry({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  access: 'signedIn',
  withoutSecondStep: true,
  confirmed: true,
  event: 'account.factor_added',
  body: codeForm,
  answer: givenRecoveryCodes,
  success: 200,
})

/** Removes the authenticator app and the recovery codes. */
export const removeTotp = entry({
  method: 'DELETE',
  path: '/api/auth/totp',
  access: 'signedIn',
  withoutSecondStep: true,
  confirmed: true,
  event: 'account.factor_removed',
  success: 204,
})

/** Replaces the recovery codes. The new ones cannot be read again. */
export const renewRecoveryCodes = entry({
  method: 'POST',
  path: '/api/auth/recovery-codes',
  access: 'signedIn',
  withoutSecondStep: true,
  confirmed: true,
  event: 'account.factor_added',
  answer: givenRecoveryCodes,
  success: 200,
})

/** Returns what a browser needs to create a passkey. */
export const readPasskeyOptions = entry({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  access: 'signedIn',
  withoutSecondStep: true,
  confirmed: true,
  event: 'none',
  answer: passkeyOptions,
  success: 200,
})

export const addPasskey = entry({
  method: 'POST',
  path: '/api/auth/passkeys',
  access: 'signedIn',
  withoutSecondStep: true,
  confirmed: true,
  event: 'account.factor_added',
  body: newPasskey,
  answer: passkey,
  success: 201,
})

export const removePasskey = entry({
  method: 'DELETE',
  path: '/api/auth/passkeys/{id}',
  access: 'signedIn',
  withoutSecondStep: true,
  confirmed: true,
  event: 'account.factor_removed',
  subject: 'Passkey',
  success: 204,
})

/**
 * Returns what a browser needs for a sign-in with a passkey, alone or as the second step, or for a new proof of identity with a
 * passkey.
 */
export const readPasskeyChallenge = entry({
  method: 'POST',
  path: '/api/auth/passkeys/challenge',
  access: 'public',
  event: 'none',
  answer: passkeyChallenge,
  success: 200,
  limit: { times: 60, seconds: 60 },
})

/** Signs in with a passkey. It counts as both steps, because the device has verified its user. */
export const signInWithPasskey = entry({
  method: 'POST',
  path: '/api/auth/passkeys/sign-in',
  access: 'public',
  event: ['session.started', 'session.refused'],
  body: passkeySignIn,
  answer: signedIn,
  success: 200,
})

/**
 * Removes a user's authenticator app, recovery codes and passkeys. This entry is not among those about users, because the Lambda
 * function that serves them has no right to read credentials.
 */
export const resetFactors = entry({
  method: 'POST',
  path: '/api/users/{id}/reset-factors',
  access: 'tenantAdmin',
  confirmed: true,
  event: 'user.factors_reset',
  subject: 'User',
  success: 204,
})
