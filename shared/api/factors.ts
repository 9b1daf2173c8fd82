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
import { entry } from './contract.ts'

/** The second step of a sign-in. */
export const passSecondStep = entry({
  method: 'POST',
  path: '/api/auth/mfa',
  access: 'public',
  summary: 'Pass the second step of a sign-in',
  refusals: {
    401: 'The code or the passkey is wrong, or the token is used, void after five tries, or expired.',
    422: 'Neither `code` nor `passkey` is there.',
    429: 'Too many wrong codes in an hour; `Retry-After` says when the next one is looked at.',
  },
  event: ['session.started', 'session.refused'],
  body: secondStep,
  answer: signedIn,
  success: 200,
})

export const readFactors = entry({
  method: 'GET',
  path: '/api/auth/factors',
  access: 'signedIn',
  summary: 'Read what the second step of a sign-in is',
  withoutSecondStep: true,
  event: 'none',
  answer: factors,
  success: 200,
})

/** Begins to set an authenticator app up: it counts once a code of it has confirmed it. */
export const beginTotp = entry({
  method: 'POST',
  path: '/api/auth/totp',
  access: 'signedIn',
  summary: 'Begin to set up an authenticator app',
  refusals: {
    409: 'An authenticator app is set up already.',
  },
  withoutSecondStep: true,
  event: 'none',
  answer: authenticator,
  success: 200,
})

/** Answers the recovery codes, which nobody can read again. */
export const confirmTotp = entry({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  access: 'signedIn',
  summary: 'Confirm an authenticator app by its first code',
  refusals: {
    409: 'No authenticator app waits to be confirmed.',
    422: '`code` is not the code of this moment.',
    429: 'Too many wrong codes in an hour; `Retry-After` says when the next one is looked at.',
  },
  withoutSecondStep: true,
  event: 'none',
  body: codeForm,
  answer: givenRecoveryCodes,
  success: 200,
})

/** By a code of the app, or a recovery code. */
export const removeTotp = entry({
  method: 'DELETE',
  path: '/api/auth/totp',
  access: 'signedIn',
  summary: 'Remove the caller’s authenticator app',
  refusals: {
    422: '`code` is neither the code of this moment nor a recovery code.',
    429: 'Too many wrong codes in an hour; `Retry-After` says when the next one is looked at.',
  },
  withoutSecondStep: true,
  event: 'none',
  body: codeForm,
  success: 204,
})

/** What a browser needs to make a passkey. */
export const readPasskeyOptions = entry({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  access: 'signedIn',
  summary: 'Read what a browser needs to make a passkey',
  withoutSecondStep: true,
  event: 'none',
  answer: passkeyOptions,
  success: 200,
})

export const addPasskey = entry({
  method: 'POST',
  path: '/api/auth/passkeys',
  access: 'signedIn',
  summary: 'Add a passkey to the caller’s account',
  refusals: {
    409: 'The account has as many passkeys as it can have.',
    422: '`response` does not answer the challenge of this account, or answers it again.',
  },
  withoutSecondStep: true,
  event: 'none',
  body: newPasskey,
  answer: passkey,
  success: 201,
})

export const removePasskey = entry({
  method: 'DELETE',
  path: '/api/auth/passkeys/{id}',
  access: 'signedIn',
  summary: 'Remove a passkey',
  withoutSecondStep: true,
  event: 'none',
  subject: 'Passkey',
  success: 204,
})

/** What a browser needs to sign in with a passkey, alone or as the second step. */
export const readPasskeyChallenge = entry({
  method: 'POST',
  path: '/api/auth/passkeys/challenge',
  access: 'public',
  summary: 'Read what a browser needs to sign in with a passkey',
  event: 'none',
  answer: passkeyChallenge,
  success: 200,
  limit: { times: 60, seconds: 60 },
})

/** A passkey is both steps: its device has verified who uses it. */
export const signInWithPasskey = entry({
  method: 'POST',
  path: '/api/auth/passkeys/sign-in',
  access: 'public',
  summary: 'Sign in by a passkey alone',
  refusals: {
    401: 'The passkey is not known, or its answer does not hold.',
    429: 'Too many sign-ins have failed from this place; `Retry-After` says when the next one is looked at.',
  },
  event: ['session.started', 'session.refused'],
  body: passkeySignIn,
  answer: signedIn,
  success: 200,
})
