import * as auth from '#shared/api/auth.ts'
import * as users from '#shared/api/users.ts'
import { type LinkPurpose, unusableLink } from '#shared/model/account.ts'
import type { Person } from '#tests/support/test-app.ts'
import type { Writer } from './meet.ts'

/** Somebody with the tokens of his links. */
export interface Account {
  he: Person
  tokens: Partial<Record<LinkPurpose, string>>
}

export const oldPassword = 'Old-Harbor-Light-7'
export const newPassword = 'New-Harbor-Light-8'

const gone = '404 User not found'
const unusable = (purpose: LinkPurpose) => `400 ${unusableLink(purpose)}`
const email = ({ he }: Account) => he.user.email

const fromGoogle: Writer<Account> = {
  name: 'a sign-in by Google',
  entry: auth.googleAuth,
  // The test app takes an address for Google's word for it.
  sending: (account) => ({ body: { token: email(account) } }),
  refusals: ['401 No account exists for this Google address'],
}

const deactivation: Writer<Account> = {
  name: 'his deactivation',
  entry: users.updateUser,
  sending: ({ he }, { admin }) => ({ as: admin, params: { id: he.user.id }, body: { is_active: false } }),
  refusals: [gone],
}

const deletion: Writer<Account> = {
  name: 'his deletion',
  entry: users.deleteUser,
  sending: ({ he }, { admin }) => ({ as: admin, params: { id: he.user.id } }),
  refusals: [gone],
}

/** Of somebody who works here. */
export const accountWriters: readonly Writer<Account>[] = [
  {
    name: 'a sign-in',
    entry: auth.login,
    sending: (account) => ({ body: { email: email(account), password: oldPassword } }),
    refusals: ['401 Invalid email or password'],
  },
  {
    name: 'a reset',
    entry: auth.resetPassword,
    sending: ({ tokens }) => ({
      body: { token: tokens.reset, new_password: newPassword, confirm_password: newPassword },
    }),
    refusals: [unusable('reset')],
  },
  {
    name: 'a wish to reset',
    entry: auth.requestPasswordReset,
    sending: (account) => ({ body: { email: email(account) } }),
    refusals: [],
  },
  {
    name: 'a refresh',
    entry: auth.refresh,
    sending: ({ he }) => ({ body: { refresh_token: he.refreshToken } }),
    refusals: ['401 Please sign in again'],
  },
  {
    name: 'a sign-out',
    entry: auth.logout,
    sending: ({ he }) => ({ body: { refresh_token: he.refreshToken } }),
    refusals: [],
  },
  fromGoogle,
  deactivation,
  deletion,
]

const chosen = { password: newPassword, confirm_password: newPassword }

/** Of somebody whose account is not set up yet. */
export const linkWriters: readonly Writer<Account>[] = [
  {
    name: 'a mailbox proven',
    entry: auth.verifyEmail,
    sending: ({ tokens }) => ({ body: { token: tokens.verification } }),
    refusals: [unusable('verification')],
  },
  {
    name: 'a password chosen',
    entry: auth.setPassword,
    sending: ({ tokens }) => ({ body: { token: tokens.set_password, ...chosen } }),
    refusals: [unusable('set_password')],
  },
  {
    name: 'an invitation accepted',
    entry: auth.acceptInvitation,
    sending: ({ tokens }) => ({ body: { token: tokens.invitation, ...chosen } }),
    refusals: [unusable('invitation')],
  },
  {
    name: 'a wish for a link',
    entry: auth.sendVerificationEmail,
    sending: (account) => ({ body: { email: email(account) } }),
    refusals: [],
  },
  {
    name: 'a new invitation',
    entry: users.resendInvitation,
    sending: ({ he }, { admin }) => ({ as: admin, params: { id: he.user.id } }),
    refusals: [gone, '409 This user is inactive', '409 This user has set up the account already'],
  },
  fromGoogle,
  deactivation,
  deletion,
]
