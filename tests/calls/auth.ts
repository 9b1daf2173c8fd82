import type * as auth from '#shared/api/auth.ts'
import { type LinkPurpose, unusableLink } from '#shared/model/account.ts'
import type { Writer } from '#tests/races/groups.ts'
import { newPassword, oldPassword } from '#tests/races/passwords.ts'
import { password } from '#tests/support/sign-up.ts'
import type { CallsOf } from './call.ts'
import type { Workplace } from './workplace.ts'

const unusable = (purpose: LinkPurpose) => `400 ${unusableLink(purpose)}`
const chosen = (value: string) => ({ password: value, confirm_password: value })
const renewed = (value: string) => ({ new_password: value, confirm_password: value })

async function session(at: Workplace) {
  const { user, refreshToken } = await at.aPerson({ password_hash: await at.passwordHash() })
  const key = at.keys.session(refreshToken.split('.')[1] ?? '')
  return { user, body: { refresh_token: refreshToken }, stored: () => at.app.table.get(key) }
}

/** A link whose use proves its user's mailbox. */
async function link(at: Workplace, purpose: LinkPurpose) {
  const { user, token } = await at.aLink(purpose)
  const done = async () => ((await at.app.table.get(at.keys.user(user.id)))?.is_verified ? 1 : 0)
  return { token, proves: { done, repeated: 400 } }
}

/** Makes a call ready that mails a link to an address. */
const asking = (kept: 'reset_link' | 'verification_link') => async (at: Workplace) => {
  const { user } = await at.aPerson({ password_hash: await at.passwordHash(), is_verified: false })
  return {
    body: { email: user.email },
    done: async () => ((await at.app.table.get(at.keys.user(user.id)))?.[kept] ? 1 : 0),
  }
}

/** The stand-in for Google accepts an address as its token. */
const byGoogle: Writer<'account' | 'newAccount'> = {
  body: ({ person }) => ({ token: person.user.email }),
  refusals: ['401 No account exists for this Google address'],
}

export const authCalls: CallsOf<typeof auth> = {
  'POST /api/auth/login': {
    access: 'public',
    ready: async (at) => ({ body: { email: (await session(at)).user.email, password } }),
    races: {
      account: {
        'a sign-in': {
          body: ({ person }) => ({ email: person.user.email, password: oldPassword }),
          refusals: ['401 Invalid email or password'],
        },
      },
    },
  },
  'POST /api/auth/refresh': {
    access: 'public',
    async ready(at) {
      const { body, stored } = await session(at)
      return { body, done: async () => (await stored())?.generation ?? 0 }
    },
    races: {
      account: {
        'a refresh': {
          body: ({ person }) => ({ refresh_token: person.refreshToken }),
          refusals: ['401 Please sign in again'],
        },
      },
    },
  },
  'POST /api/auth/logout': {
    access: 'public',
    async ready(at) {
      const { body, stored } = await session(at)
      return { body, done: async () => ((await stored()) ? 0 : 1) }
    },
    races: { account: { 'a sign-out': { body: ({ person }) => ({ refresh_token: person.refreshToken }) } } },
  },
  'GET /api/auth/me': { access: 'signedIn' },
  'GET /api/auth/tenant-info': { access: 'signedIn' },
  'POST /api/auth/google-auth': {
    access: 'public',
    ready: async (at) => ({ body: { token: (await at.aPerson({ is_verified: false })).user.email } }),
    needs: ['Google'],
    races: { account: { 'a sign-in by Google': byGoogle }, newAccount: { 'a sign-in by Google': byGoogle } },
  },
  'POST /api/auth/send-verification-email': {
    access: 'public',
    ready: asking('verification_link'),
    races: {
      newAccount: { 'a verification mail asked for': { body: ({ person }) => ({ email: person.user.email }) } },
    },
  },
  'POST /api/auth/verify-email': {
    access: 'public',
    async ready(at) {
      const { token, proves } = await link(at, 'verification')
      return { body: { token }, ...proves }
    },
    races: {
      newAccount: {
        'a mailbox proven': {
          body: ({ tokens }) => ({ token: tokens.verification }),
          refusals: [unusable('verification')],
        },
      },
    },
  },
  'POST /api/auth/set-password': {
    access: 'public',
    async ready(at) {
      const { token, proves } = await link(at, 'set_password')
      return { body: { token, ...chosen(password) }, ...proves }
    },
    races: {
      newAccount: {
        'a password chosen': {
          body: ({ tokens }) => ({ token: tokens.set_password, ...chosen(newPassword) }),
          refusals: [unusable('set_password')],
        },
      },
    },
  },
  'POST /api/auth/request-password-reset': {
    access: 'public',
    ready: asking('reset_link'),
    races: { account: { 'a reset asked for': { body: ({ person }) => ({ email: person.user.email }) } } },
  },
  'POST /api/auth/reset-password': {
    access: 'public',
    async ready(at) {
      const { token, proves } = await link(at, 'reset')
      return { body: { token, ...renewed(password) }, ...proves }
    },
    races: {
      account: {
        'a reset': {
          body: ({ tokens }) => ({ token: tokens.reset, ...renewed(newPassword) }),
          refusals: [unusable('reset')],
        },
      },
    },
  },
  'GET /api/auth/verify-invitation': {
    access: 'public',
    ready: async (at) => ({ query: { token: (await at.aLink('invitation')).token } }),
  },
  'POST /api/auth/accept-invitation': {
    access: 'public',
    async ready(at) {
      const { token, proves } = await link(at, 'invitation')
      return { body: { token, ...chosen(password) }, ...proves }
    },
    races: {
      newAccount: {
        'an invitation accepted': {
          body: ({ tokens }) => ({ token: tokens.invitation, ...chosen(newPassword) }),
          refusals: [unusable('invitation')],
        },
      },
    },
  },
}
