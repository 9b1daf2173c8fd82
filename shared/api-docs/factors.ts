import type * as factors from '../api/factors.ts'
import type { AreaDocs } from './call-docs.ts'

export const factorsDocs: AreaDocs<typeof factors> = {
  passSecondStep: {
    summary: 'Complete the second step of a sign-in',
    refusals: {
      401: 'The code or the passkey is wrong, or the token has been used, has expired, or became invalid after five attempts.',
      422: 'Neither `code` nor `passkey` was sent.',
      429: 'Too many wrong codes in an hour; `Retry-After` says when the next one is accepted.',
    },
  },
  readFactors: {
    summary: 'Read how the caller signs in and whether emails reach them',
  },
  beginTotp: {
    summary: 'Start setting up an authenticator app',
    refusals: {
      409: 'An authenticator app is already set up.',
    },
  },
  confirmTotp: {
    summary: 'Confirm an authenticator app with its first code',
    description: 'When an account gets its first second step, its other sessions end.',
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
    summary: 'Get the options for creating a passkey',
  },
  addPasskey: {
    summary: 'Add a passkey to the caller’s account',
    description: 'When an account gets its first second step, its other sessions end.',
    refusals: {
      409: 'The account has reached the maximum number of passkeys.',
      422: '`response` does not match this account’s challenge, or the challenge has already been used.',
    },
  },
  removePasskey: {
    summary: 'Remove a passkey',
  },
  readPasskeyChallenge: {
    summary: 'Get the options for signing in with a passkey',
  },
  signInWithPasskey: {
    summary: 'Sign in with only a passkey',
    refusals: {
      401: 'The passkey is unknown, or its response is not valid.',
      429: 'Too many sign-ins have failed from this place; `Retry-After` says when the next one is accepted.',
    },
  },
  confirmIdentity: {
    summary: 'Confirm your identity',
    description:
      'Some calls need more than a session: they return 403 unless the caller has proven their identity within the last five minutes. A sign-in counts as proof. After that, prove it with this call: send the `password`, a `code` from the authenticator app or a recovery code, a `passkey` response to `readPasskeyChallenge`, or a `google` ID token of the connected account. Send the returned `confirmation` in the header `x-confirmation`.',
    refusals: {
      422: 'None of `password`, `code`, `passkey` and `google` was sent, or the one that was sent is wrong. If the account has a second step, neither `password` nor `google` is enough.',
      429: 'Too many wrong passwords or codes; `Retry-After` says when the next one is accepted.',
    },
  },
  renewRecoveryCodes: {
    summary: 'Create new recovery codes',
    description:
      'Returns ten codes. Each works once in place of a code from the authenticator app. Earlier recovery codes no longer work.',
    refusals: {
      409: 'The account has no authenticator app.',
    },
  },
  resetFactors: {
    summary: 'Reset a user’s two-step sign-in',
    description:
      'Removes the authenticator app, the recovery codes and all passkeys of someone who has lost them, and ends their sessions. The person and the other tenant administrators get an email.',
    refusals: {
      409: 'The user is the caller, has not set up the account, has no second step, or also belongs to another organization.',
    },
  },
}
