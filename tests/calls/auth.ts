import { unscopedKeys } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import { newNotMeToken } from '#functions/security/not-me-tokens.ts'
import type * as auth from '#shared/api/auth.ts'
import { type LinkPurpose, unusableLinkText, unusableNotMeText } from '#shared/model/account.ts'
import type { RacePart } from '#tests/races/groups.ts'
import { newPassword, oldPassword } from '#tests/races/passwords.ts'
import { aGoogleToken } from '#tests/support/google.ts'
import { password } from '#tests/support/sign-up.ts'
import type { CallsOf } from './call.ts'
import type { Workplace } from './workplace.ts'

const unusable = (purpose: LinkPurpose) => `400 ${unusableLinkText(purpose)}`
const chosen = (value: string) => ({ password: value, confirm_password: value })
const renewed = (value: string) => ({ new_password: value, confirm_password: value })

async function session(at: Workplace) {
  const { user, refreshToken } = await at.aPerson({ password_hash: await at.passwordHash() })
  const key = unscopedKeys.session(user.account_id ?? '', refreshToken.split('.')[1] ?? '')
  return { user, body: { refresh_token: refreshToken }, stored: () => at.app.table.get(key) }
}

/** Returns the token of a link with which a user joins the organisation, and a check whether the user has joined. */
async function joiningLink(at: Workplace, purpose: 'verification' | 'invitation') {
  const { user, token } = await at.aLink(purpose)
  const done = async () => ((await at.app.table.get(at.keys.user(user.id)))?.account_id ? 1 : 0)
  return { token, joins: { done, repeated: 400 } }
}

/** Returns the token of a link with which a user chooses a password, and a check whether the password is chosen. */
async function passwordLink(at: Workplace, purpose: 'reset' | 'set_password') {
  const { user, token } = await at.aLink(purpose)
  const key = unscopedKeys.credentials(user.account_id ?? '')
  const done = async () => ((await at.app.table.get(key))?.password_hash ? 1 : 0)
  return { token, chooses: { done, repeated: 400 } }
}

/** Prepares a call that requests an email. The request is stored whether or not anyone has the address. */
async function asking(at: Workplace) {
  const { email } = (await at.aPerson()).user
  return { body: { email }, done: async () => Math.min(1, (await at.requestedEmails(email)).length) }
}

/** Prepares a switch of a user to another of their organisations. */
async function toAnotherOrganisation(at: Workplace) {
  const { person, elsewhere } = await at.aMemberOfTwo()
  const key = unscopedKeys.session(person.user.account_id ?? '', person.refreshToken.split('.')[1] ?? '')
  const done = async () => ((await at.app.table.get(key))?.tenant_id === elsewhere ? 1 : 0)
  return { key, as: person, body: { tenant_id: elsewhere }, done, repeated: 401 }
}

const requestsEmail: RacePart<'account' | 'newAccount'> = { body: ({ person }) => ({ email: person.user.email }) }

/**
 * How a sign-in by Google takes part in the race groups `account` and `newAccount`. `aGoogleToken` needs only the email address, so
 * it works for people who have not joined yet, too.
 */
const byGoogle: RacePart<'account' | 'newAccount'> = {
  body: ({ person }) => ({ token: aGoogleToken(person.user) }),
  refusals: ['401 No account exists for this Google address'],
}

const signedOut = '401 Please sign in'
const sessionOver = '401 Please sign in again'

export const authCalls: CallsOf<typeof auth> = {
  'POST /api/auth/login': {
    access: 'public',
    leaves: 'session.started',
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
    leaves: 'none',
    async ready(at) {
      const { body, stored } = await session(at)
      return { body, done: async () => (await stored())?.generation ?? 0 }
    },
    races: {
      account: {
        'a refresh': {
          body: ({ person }) => ({ refresh_token: person.refreshToken }),
          refusals: [sessionOver],
        },
      },
    },
  },
  'POST /api/auth/logout': {
    access: 'public',
    leaves: 'session.ended',
    async ready(at) {
      const { body, stored } = await session(at)
      return { body, done: async () => ((await stored()) ? 0 : 1) }
    },
    races: { account: { 'a sign-out': { body: ({ person }) => ({ refresh_token: person.refreshToken }) } } },
  },
  'GET /api/auth/me': { access: 'signedIn' },
  'POST /api/auth/switch': {
    access: 'signedIn',
    leaves: 'session.started',
    confirmed: 'sometimes',
    ready: ({ caller }) => ({ body: { tenant_id: caller.user.tenant_id } }),
    otherwiseReady: {
      'to another organization': async (at) => {
        const { key: _, ...ready } = await toAnotherOrganisation(at)
        return ready
      },
    },
    lasting: async (at) => {
      const { key, ...ready } = await toAnotherOrganisation(at)
      await at.app.table.write(update(key, { set: { longest_rest_ms: 3_600_000 } }))
      return ready
    },
    ids: { 'body.tenant_id': { of: 'Tenant', refusal: '404 Tenant not found' } },
    races: {
      account: {
        'a switch': {
          as: (_, { person }) => person,
          body: ({ elsewhere }) => ({ tenant_id: elsewhere }),
          refusals: [signedOut, sessionOver],
        },
      },
    },
  },
  'GET /api/auth/tenant-info': { access: 'signedIn' },
  'POST /api/auth/google-auth': {
    access: 'public',
    leaves: 'session.started',
    leavesForEach: 'account.google_connected',
    ready: async (at) => ({ body: { token: aGoogleToken((await at.aPerson()).user) }, repeated: 401 }),
    needs: ['Google'],
    races: { account: { 'signing in with Google': byGoogle }, newAccount: { 'signing in with Google': byGoogle } },
  },
  'POST /api/auth/google-connect': {
    access: 'signedIn',
    leaves: 'account.google_connected',
    confirmed: true,
    ready: async (at) => ({ body: { token: aGoogleToken((await at.unconnected(at.caller)).user) }, repeated: 422 }),
    needs: ['Google'],
    races: {
      account: {
        'Google connected': {
          as: (_, { person }) => person,
          body: ({ person }) => ({ token: aGoogleToken(person.user) }),
          refusals: [signedOut],
        },
      },
    },
  },
  'POST /api/auth/send-verification-email': {
    access: 'public',
    ready: asking,
    races: { newAccount: { 'requesting a verification email': requestsEmail } },
  },
  'GET /api/auth/verify-email': {
    access: 'public',
    ready: async (at) => ({ query: { token: (await at.aLink('verification')).token } }),
  },
  'POST /api/auth/verify-email': {
    access: 'public',
    leaves: 'user.joined',
    async ready(at) {
      const { token, joins } = await joiningLink(at, 'verification')
      return { body: { token }, ...joins }
    },
    races: {
      newAccount: {
        'verifying the email address': {
          body: ({ tokens }) => ({ token: tokens.verification }),
          refusals: [unusable('verification')],
        },
      },
    },
  },
  'POST /api/auth/set-password': {
    access: 'public',
    leaves: 'account.password_changed',
    async ready(at) {
      const { token, chooses } = await passwordLink(at, 'set_password')
      return { body: { token, ...chosen(password) }, ...chooses }
    },
    races: {
      account: {
        'choosing a password': {
          body: ({ tokens }) => ({ token: tokens.set_password, ...chosen(newPassword) }),
          refusals: [unusable('set_password')],
        },
      },
    },
  },
  'POST /api/auth/request-password-reset': {
    access: 'public',
    ready: asking,
    races: { account: { 'requesting a password reset': requestsEmail } },
  },
  'POST /api/auth/reset-password': {
    access: 'public',
    leaves: 'account.password_reset',
    async ready(at) {
      const { token, chooses } = await passwordLink(at, 'reset')
      return { body: { token, ...renewed(password) }, ...chooses }
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
  'POST /api/auth/not-me': {
    access: 'public',
    leaves: 'account.not_me',
    async ready(at) {
      const { user } = await at.aPerson({ password_hash: await at.passwordHash() })
      const account_id = user.account_id ?? ''
      const token = await newNotMeToken(at.app.services.keys, { account_id, notice: 'passkey_added' }, at.app.clock.now)
      const done = async () => (await at.app.table.get(unscopedKeys.account(account_id)))?.session_epoch ?? 0
      return { body: { token }, done, repeated: 400 }
    },
    otherwiseReady: {
      'of a connected Google account': async (at) => {
        const { person, google_sub: about } = await at.aConnected()
        const account_id = person.user.account_id ?? ''
        const notice = { account_id, notice: 'google_connected', about } as const
        const token = await newNotMeToken(at.app.services.keys, notice, at.app.clock.now)
        const isConnected = async () => (await at.app.table.get(unscopedKeys.google(about))) !== undefined
        return { body: { token }, done: async () => ((await isConnected()) ? 0 : 1), repeated: 400 }
      },
    },
    races: {
      account: {
        'reporting a change': {
          body: ({ tokens }) => ({ token: tokens.not_me }),
          refusals: [`400 ${unusableNotMeText}`],
        },
      },
      factors: {
        'reporting the passkey': {
          body: ({ notMeToken }) => ({ token: notMeToken }),
          refusals: [`400 ${unusableNotMeText}`],
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
    leaves: 'user.joined',
    async ready(at) {
      const { token, joins } = await joiningLink(at, 'invitation')
      return { body: { token, ...chosen(password) }, ...joins }
    },
    races: {
      newAccount: {
        'accepting an invitation': {
          body: ({ tokens }) => ({ token: tokens.invitation, ...chosen(newPassword) }),
          refusals: [unusable('invitation')],
        },
      },
    },
  },
}
