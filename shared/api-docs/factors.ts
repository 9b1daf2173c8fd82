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
    summary: 'Read how the caller signs in, and whether mail reaches them',
  },
  beginTotp: {
    summary: 'Begin to set up an authenticator app',
    refusals: {
      409: 'An authenticator app is set up already.',
    },
  },
  confirmTotp: {
    summary: 'Confirm an authenticator app by its first code',
    description: 'The first second step of an account ends its other sessions.',
    refusals: {
      409: 'No authenticator app waits to be confirmed.',
      422: '`code` is not the code of this moment.',
      429: 'Too many wrong codes in an hour; `Retry-After` says when the next one is looked at.',
    },
  },
  removeTotp: {
    summary: 'Remove the caller’s authenticator app',
    refusals: {
      409: 'The account has no authenticator app.',
    },
  },
  readPasskeyOptions: {
    summary: 'Read what a browser needs to make a passkey',
  },
  addPasskey: {
    summary: 'Add a passkey to the caller’s account',
    description: 'The first second step of an account ends its other sessions.',
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
  confirmIdentity: {
    summary: 'Confirm that it is you',
    description:
      'Some calls take more than a session: they refuse with 403 until their caller has proven within the last five minutes who they are. A sign-in is such a proof. After that this call takes one: the `password`, a `code` of the authenticator app or a recovery code, a `passkey` that answers `readPasskeyChallenge`, or a `google` ID token of the connected account. Send the `confirmation` that it answers in `x-confirmation`.',
    refusals: {
      422: 'None of `password`, `code`, `passkey` and `google` is there, or the one that is there is wrong. Where the account has a second step, neither `password` nor `google` is enough.',
      429: 'Too many wrong passwords or codes; `Retry-After` says when the next one is looked at.',
    },
  },
  renewRecoveryCodes: {
    summary: 'Make new recovery codes',
    description:
      'Answers ten codes, each of which stands once for a code of the authenticator app. Former ones are void.',
    refusals: {
      409: 'The account has no authenticator app.',
    },
  },
  resetFactors: {
    summary: 'Reset the two-step sign-in of a user',
    description:
      'Removes the authenticator app, the recovery codes and all passkeys of somebody who has lost them, and ends their sessions. The person and the other tenant administrators get a mail.',
    refusals: {
      409: 'The user is the caller, has not set up the account, has no second step, or belongs to another organisation, too.',
    },
  },
}
