import type * as auth from '../api/auth.ts'
import type { WordsFor } from './words.ts'

export const authWords: WordsFor<typeof auth> = {
  login: {
    summary: 'Sign in with e-mail and password',
    description:
      'The `access_token` goes into `Authorization: Bearer …` of other calls and holds for 15 minutes; `refresh` exchanges the `refresh_token` for a new pair. Keep the `device_token` and send it with the next sign-in from the same place, so that other people’s guesses do not lock this one out.',
    refusals: {
      401: 'The e-mail or the password is wrong, the account has no password or is not active; or, for the right password alone, the e-mail is not verified yet.',
      429: 'Too many sign-ins have failed, for this e-mail or from this place. `Retry-After` says when the next one is looked at.',
    },
  },
  refresh: {
    summary: 'Exchange a refresh token for a new pair',
    description:
      'A refresh token lives for seven days and works once. Repeated within 30 seconds, because an answer was lost, it still gives a working pair; later, the whole session ends.',
    refusals: {
      401: 'The token is unknown, used or expired, or its user may no longer sign in.',
    },
  },
  logout: {
    summary: 'End a session',
    description: 'Ends the session that the refresh token belongs to. A token that is not known is answered alike.',
  },
  me: {
    summary: 'Read who the caller is',
    description: 'The user of the access token, with all permissions and the organisations that they belong to.',
  },
  switchOrganisation: {
    summary: 'Go on in another organisation',
    description:
      'Answers a pair of tokens for another of the caller’s organisations. The session in the present one ends.',
    refusals: {
      404: 'The caller does not belong to this organisation.',
    },
  },
  readTenantInfo: {
    summary: 'Read the caller’s organisation',
    description: 'Name, time zone and subscriptions, for every signed-in user.',
  },
  googleAuth: {
    summary: 'Sign in with Google',
    description:
      '`token` is an ID token that Google has made for this product’s client. It signs an existing account in, and never makes one.',
    refusals: {
      401: 'The token is not valid, no account has its address, or the account is connected with another Google account.',
      429: 'Too many sign-ins have failed, for this e-mail or from this place. `Retry-After` says when the next one is looked at.',
    },
  },
  connectGoogle: {
    summary: 'Connect the caller’s Google account',
    description: 'From then on it signs the caller in, and one that was connected before does not.',
    refusals: {
      409: 'This Google account is connected with somebody else’s account.',
      422: '`token` is not valid, or belongs to another address than the caller’s.',
    },
  },
  sendVerificationEmail: {
    summary: 'Ask for the verification mail again',
    description:
      'The answer is the same for every address and takes the same time, so that it tells nobody which accounts exist. An address gets five mails a day: above that nothing is sent.',
  },
  requestPasswordReset: {
    summary: 'Ask for a mail that resets the password',
    description:
      'The answer is the same for every address and takes the same time, so that it tells nobody which accounts exist. An address gets five mails a day: above that nothing is sent.',
  },
  readVerification: {
    summary: 'Look at the link of a sign-up',
    description: 'Says whose address the link verifies, and does not use it up.',
    refusals: {
      400: 'The link is unknown, used, or has expired, or a newer one has taken its place.',
    },
  },
  verifyEmail: {
    summary: 'Verify an e-mail address',
    description:
      'Uses up the link of a verification mail. As long as the account has no password, the answer has a `set_password_token`, with which `setPassword` sets the first one.',
    refusals: {
      400: 'The link is unknown, used, or has expired, or a newer one has taken its place.',
    },
  },
  setPassword: {
    summary: 'Set the first password',
    description: 'The `token` is the `set_password_token` of `verifyEmail`.',
    refusals: {
      400: 'The link is unknown, used, or has expired, or a newer one has taken its place.',
      422: '`confirm_password` has to repeat the password. `password` must not be made of common words and patterns.',
    },
  },
  resetPassword: {
    summary: 'Set a new password by a mailed link',
    description: 'Uses up the link and ends every session of the account.',
    refusals: {
      400: 'The link is unknown, used, or has expired, or a newer one has taken its place.',
      422: '`confirm_password` has to repeat the password. `new_password` must not be made of common words and patterns.',
    },
  },
  verifyInvitation: {
    summary: 'Look at an invitation',
    description:
      'Says who invites whom to which organisation, and does not use the link up. Without an account (`has_account`) the invited person chooses a password.',
    refusals: {
      400: 'The link is unknown, used, or has expired, or a newer one has taken its place.',
    },
  },
  acceptInvitation: {
    summary: 'Accept an invitation',
    description:
      'Joins the organisation and uses up the link. A person with an account sends the `token` alone, and a `password` is not looked at.',
    refusals: {
      400: 'The link is unknown, used, or has expired, or a newer one has taken its place.',
      422: 'A person without an account has to send a `password`, and to repeat it in `confirm_password`. It must not be made of common words and patterns.',
    },
  },
  notMe: {
    summary: 'Say that a change to an account was not yours',
    description:
      'Takes the `token` of the link in a mail that told of the change. Takes the change back where that can be done: an added factor or a connected Google account goes, a changed or reset password is void. Ends all sessions and mails a link that resets the password.',
    refusals: {
      400: 'The link is unknown, used, or has expired.',
    },
  },
}
