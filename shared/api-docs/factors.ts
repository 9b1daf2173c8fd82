import type * as factors from '../api/factors.ts'
import type { AreaDocs } from './call-docs.ts'

export const factorsDocs: AreaDocs<typeof factors> = {
  passSecondStep: {
    summary: 'Pass the second step of a sign-in',
    refusals: {
      401: 'The code or the passkey is wrong, or the token has been used, has expired, or became invalid after five attempts.',
      422: 'Neither `code` nor `passkey` was sent.',
      429: 'Too many wrong codes in an hour; `Retry-After` says when the next one is accepted.',
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
      409: 'No authenticator app is waiting to be confirmed.',
      422: '`code` is not the current code.',
      429: 'Too many wrong codes in an hour; `Retry-After` says when the next one is accepted.',
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
      422: '`response` does not answer this account’s challenge, or the challenge has been answered before.',
    },
  },
  removePasskey: {
    summary: 'Remove a passkey',
  },
  readPasskeyChallenge: {
    summary: 'Read what a browser needs to sign in with a passkey',
  },
  signInWithPasskey: {
    summary: 'Sign in with a passkey alone',
    refusals: {
      401: 'The passkey is unknown, or its response is not valid.',
      429: 'Too many sign-ins have failed from this place; `Retry-After` says when the next one is accepted.',
    },
  },
  confirmIdentity: {
    summary: 'Confirm that it is you',
    description:
      'Some calls need more than a session: they answer 403 unless the caller has proven their identity within the last five minutes. A sign-in is such a proof. Later, this call accepts one: the `password`, a `code` from the authenticator app or a recovery code, a `passkey` response to `readPasskeyChallenge`, or a `google` ID token of the connected account. Send the returned `confirmation` in the header `x-confirmation`.',
    refusals: {
      422: 'None of `password`, `code`, `passkey` and `google` was sent, or the one that was sent is wrong. If the account has a second step, neither `password` nor `google` is enough.',
      429: 'Too many wrong passwords or codes; `Retry-After` says when the next one is accepted.',
    },
  },
  renewRecoveryCodes: {
    summary: 'Make new recovery codes',
    description:
      'Returns ten codes. Each works once in place of a code from the authenticator app. Earlier recovery codes no longer work.',
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
