import type * as factors from '../api/factors.ts'
import type { WordsFor } from './words.ts'

export const factorsWords: WordsFor<typeof factors> = {
  passSecondStep: {
    summary: 'Pass the second step of a sign-in',
    refusals: {
      401: 'The code or the passkey is wrong, or the token is used, void after five tries, or expired.',
      422: 'Neither `code` nor `passkey` is there.',
      429: 'Too many wrong codes in an hour; `Retry-After` says when the next one is looked at.',
    },
  },
  readFactors: {
    summary: 'Read what the second step of a sign-in is',
  },
  beginTotp: {
    summary: 'Begin to set up an authenticator app',
    refusals: {
      409: 'An authenticator app is set up already.',
    },
  },
  confirmTotp: {
    summary: 'Confirm an authenticator app by its first code',
    refusals: {
      409: 'No authenticator app waits to be confirmed.',
      422: '`code` is not the code of this moment.',
      429: 'Too many wrong codes in an hour; `Retry-After` says when the next one is looked at.',
    },
  },
  removeTotp: {
    summary: 'Remove the caller’s authenticator app',
    refusals: {
      422: '`code` is neither the code of this moment nor a recovery code.',
      429: 'Too many wrong codes in an hour; `Retry-After` says when the next one is looked at.',
    },
  },
  readPasskeyOptions: {
    summary: 'Read what a browser needs to make a passkey',
  },
  addPasskey: {
    summary: 'Add a passkey to the caller’s account',
    refusals: {
      409: 'The account has as many passkeys as it can have.',
      422: '`response` does not answer the challenge of this account, or answers it again.',
    },
  },
  removePasskey: {
    summary: 'Remove a passkey',
  },
  readPasskeyChallenge: {
    summary: 'Read what a browser needs to sign in with a passkey',
  },
  signInWithPasskey: {
    summary: 'Sign in by a passkey alone',
    refusals: {
      401: 'The passkey is not known, or its answer does not hold.',
      429: 'Too many sign-ins have failed from this place; `Retry-After` says when the next one is looked at.',
    },
  },
}
