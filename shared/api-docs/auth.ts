import type * as auth from '../api/auth.ts'
import type { AreaDocs } from './call-docs.ts'

export const authDocs: AreaDocs<typeof auth> = {
  login: {
    summary: 'Sign in with email and password',
    description:
      'Other calls send the `access_token` as `Authorization: Bearer …`. It is valid for 10 to 15 minutes; `refresh` exchanges the `refresh_token` for a new pair. Keep the `device_token` and send it with the next sign-in from the same place, so that other people’s wrong guesses do not lock this user out.',
    refusals: {
      401: 'The email or the password is wrong, or the account has no password or is not active. If the password is right, it can also mean that the email is not verified yet.',
      429: 'Too many sign-ins have failed, for this email or from this place. `Retry-After` says when the next one is accepted.',
    },
  },
  refresh: {
    summary: 'Exchange a refresh token for a new pair',
    description:
      'A refresh token is valid for seven days and works once. If it is sent again within 30 seconds, because a response was lost, it still returns a working pair. If it is sent again later, the whole session ends.',
    refusals: {
      401: 'The token is unknown, used or expired, or its user may no longer sign in.',
    },
  },
  logout: {
    summary: 'End a session',
    description: 'Ends the session that the refresh token belongs to. An unknown token gets the same response.',
  },
  me: {
    summary: 'Read the current user',
    description:
      'The user of the access token, with all of their permissions and the organizations to which they belong.',
  },
  switchOrganisation: {
    summary: 'Switch to another organization',
    description:
      'Returns a pair of tokens for another of the caller’s organizations. The session in the current one ends.',
    refusals: {
      401: 'The session began before all sessions of the user in that organization were ended, or no one has used it for longer than its own organization allows.',
      404: 'The caller does not belong to this organization.',
    },
  },
  readTenantInfo: {
    summary: 'Read the caller’s organization',
    description: 'Name, time zone and subscriptions, for every signed-in user.',
  },
  googleAuth: {
    summary: 'Sign in with Google',
    description:
      '`token` is an ID token that Google has issued to this product’s client. It signs in to an existing account and never creates one.',
    refusals: {
      401: 'The token is not valid, no account has the token’s email address, or the account is connected to another Google account.',
      429: 'Too many sign-ins have failed, for this email or from this place. `Retry-After` says when the next one is accepted.',
    },
  },
  connectGoogle: {
    summary: 'Connect the caller’s Google account',
    description:
      'From then on, the caller can sign in with this Google account, and no longer with one that was connected before.',
    refusals: {
      409: 'This Google account is connected to someone else’s account.',
      422: '`token` is not valid, or its email address is not the caller’s.',
    },
  },
  sendVerificationEmail: {
    summary: 'Resend the verification email',
    description:
      'The response is the same for every address and takes the same time, so that no one can find out which accounts exist. At most five emails a day are sent to an address.',
  },
  requestPasswordReset: {
    summary: 'Request a password reset email',
    description:
      'The response is the same for every address and takes the same time, so that no one can find out which accounts exist. At most five emails a day are sent to an address.',
  },
  readVerification: {
    summary: 'Check a verification link',
    description: 'Returns the address that the link verifies, without using up the link.',
    refusals: {
      400: 'The link is unknown, used or expired, or a newer one has replaced it.',
    },
  },
  verifyEmail: {
    summary: 'Verify an email address',
    description:
      'Uses up the link of a verification email. If the account has no password yet, the response has a `set_password_token`, which `setPassword` needs to set the first one.',
    refusals: {
      400: 'The link is unknown, used or expired, or a newer one has replaced it.',
    },
  },
  setPassword: {
    summary: 'Set the first password',
    description: 'The `token` is the `set_password_token` of `verifyEmail`.',
    refusals: {
      400: 'The link is unknown, used or expired, or a newer one has replaced it.',
      422: '`confirm_password` must repeat the password. `password` must not contain common words or patterns.',
    },
  },
  resetPassword: {
    summary: 'Reset a password with an emailed link',
    description: 'Uses up the link and ends every session of the account.',
    refusals: {
      400: 'The link is unknown, used or expired, or a newer one has replaced it.',
      422: '`confirm_password` must repeat the password. `new_password` must not contain common words or patterns.',
    },
  },
  verifyInvitation: {
    summary: 'Check an invitation link',
    description:
      'Returns who invited whom to which organization, without using up the link. An invited person without an account (`has_account`) has to choose a password.',
    refusals: {
      400: 'The link is unknown, used or expired, or a newer one has replaced it.',
    },
  },
  acceptInvitation: {
    summary: 'Accept an invitation',
    description:
      'Joins the organization and uses up the link. A person with an account sends only the `token`; a `password` is ignored.',
    refusals: {
      400: 'The link is unknown, used or expired, or a newer one has replaced it.',
      422: 'A person without an account must send a `password` and repeat it in `confirm_password`. It must not contain common words or patterns.',
    },
  },
  notMe: {
    summary: 'Report an account change you did not make',
    description:
      'The `token` comes from the link in the email that announced the change. The change is undone as far as possible: an added authenticator app, passkey or Google account is removed, and a changed or reset password becomes invalid. All sessions end, and the user gets an email with a link to reset the password.',
    refusals: {
      400: 'The link is unknown, used or expired.',
    },
  },
}
