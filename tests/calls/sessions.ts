import { unscopedKeys } from '#functions/data/keys.ts'
import type * as factors from '#shared/api/factors.ts'
import * as factorEntries from '#shared/api/factors.ts'
import type * as sessions from '#shared/api/sessions.ts'
import { addAuthenticator, codeOf, firstStep } from '#tests/support/authenticator-app.ts'
import { password } from '#tests/support/sign-up.ts'
import { addPasskey, passkeyProof, softwareAuthenticator } from '#tests/support/software-authenticator.ts'
import type { Person } from '#tests/support/test-app.ts'
import type { CallsOf } from './call.ts'
import { kept, perhaps } from './kept.ts'
import type { Workplace } from './workplace.ts'

const newPassword = 'Quiet-Harbour-31'

const accountOf = ({ user }: Person) => user.account_id ?? ''
const credentialsOf = ({ app }: Workplace, person: Person) => app.table.get(unscopedKeys.credentials(accountOf(person)))
const sessionOf = ({ refreshToken }: Person) => refreshToken.split('.')[1] ?? ''
const aMember = async (at: Workplace) => at.aPerson({ password_hash: await at.passwordHash() })

/** Somebody who is signed in twice. */
async function signedInTwice(at: Workplace) {
  const person = await aMember(at)
  const other = await at.app.signIn(person.user)
  const key = unscopedKeys.session(accountOf(person), sessionOf(other))
  return { person, other, isGone: async () => ((await at.app.table.get(key)) ? 0 : 1) }
}

/** How often the epoch of somebody's account was raised. */
const endings = (at: Workplace, person: Person) => async () =>
  (await at.app.table.get(unscopedKeys.account(accountOf(person))))?.session_epoch ?? 0

async function withApp(at: Workplace) {
  const person = await aMember(at)
  return { person, ...(await addAuthenticator(at.app, person)) }
}

export const sessionCalls: CallsOf<typeof sessions & typeof factors> = {
  'GET /api/auth/sessions': { access: 'signedIn' },
  'DELETE /api/auth/sessions/{id}': {
    access: 'signedIn',
    leaves: 'session.ended',
    async ready(at) {
      const other = await at.app.signIn(at.caller.user)
      const key = unscopedKeys.session(accountOf(at.caller), sessionOf(other))
      const done = async () => ((await at.app.table.get(key)) ? 0 : 1)
      return { params: { id: sessionOf(other) }, done, repeated: 404 }
    },
    races: {},
  },
  'POST /api/auth/sessions/end-others': {
    access: 'signedIn',
    leaves: 'session.ended',
    async ready(at) {
      const { person } = await signedInTwice(at)
      return { as: person }
    },
    races: {},
  },
  'POST /api/auth/change-password': {
    access: 'signedIn',
    leaves: 'session.ended',
    async ready(at) {
      const person = await aMember(at)
      const body = { current_password: password, new_password: newPassword, confirm_password: newPassword }
      return { as: person, body, done: endings(at, person), repeated: 422 }
    },
    places: { current_password: kept('current_password') },
    races: {},
  },
  'POST /api/auth/mfa': {
    access: 'public',
    leaves: 'session.started',
    async ready(at) {
      const { person, recoveryCodes } = await withApp(at)
      const done = async () => 10 - ((await credentialsOf(at, person))?.recovery_hashes?.length ?? 0)
      return { body: { mfa_token: await firstStep(at.app, person), code: recoveryCodes[0] ?? '' }, done, repeated: 401 }
    },
    otherwiseReady: {
      'by the app': async (at) => {
        const { person, secret } = await withApp(at)
        const mfa_token = await firstStep(at.app, person)
        return { body: { mfa_token, code: codeOf(at.app, secret, 1) }, repeated: 401 }
      },
      'by a passkey': async (at) => {
        const person = await aMember(at)
        const passkey = await passkeyProof(at.app, await addPasskey(at.app, person))
        return { body: { mfa_token: await firstStep(at.app, person), passkey }, repeated: 401 }
      },
    },
    places: { mfa_token: kept('mfa_token'), code: perhaps('code'), passkey: perhaps('passkey') },
    races: {},
  },
  'GET /api/auth/factors': { access: 'signedIn' },
  'POST /api/auth/totp': { access: 'signedIn', ready: async (at) => ({ as: await aMember(at) }), races: {} },
  'POST /api/auth/totp/confirm': {
    access: 'signedIn',
    async ready(at) {
      const person = await aMember(at)
      const { secret } = (await at.app.call(factorEntries.beginTotp, { as: person })).body
      const done = async () => ((await credentialsOf(at, person))?.totp ? 1 : 0)
      return { as: person, body: { code: codeOf(at.app, secret) }, done, repeated: 409 }
    },
    races: {},
  },
  'DELETE /api/auth/totp': {
    access: 'signedIn',
    async ready(at) {
      const { person, recoveryCodes } = await withApp(at)
      const done = async () => ((await credentialsOf(at, person))?.totp ? 0 : 1)
      return { as: person, body: { code: recoveryCodes[0] ?? '' }, done, repeated: 422 }
    },
    races: {},
  },
  'POST /api/auth/passkeys/options': { access: 'signedIn', races: {} },
  'POST /api/auth/passkeys': {
    access: 'signedIn',
    async ready(at) {
      const person = await aMember(at)
      const options = (await at.app.call(factorEntries.readPasskeyOptions, { as: person })).body
      const done = async () => (await credentialsOf(at, person))?.passkeys?.length ?? 0
      const response = softwareAuthenticator(at.app).register(options)
      return { as: person, body: { name: 'A device', response }, done, repeated: 422 }
    },
    places: { response: kept('response') },
    races: {},
  },
  'DELETE /api/auth/passkeys/{id}': {
    access: 'signedIn',
    async ready(at) {
      const { id } = await addPasskey(at.app, at.caller)
      const isThere = async () => (await credentialsOf(at, at.caller))?.passkeys?.some((passkey) => passkey.id === id)
      return { params: { id }, done: async () => ((await isThere()) ? 0 : 1), repeated: 404 }
    },
    races: {},
  },
  'POST /api/auth/passkeys/challenge': { access: 'public', races: {} },
  'POST /api/auth/passkeys/sign-in': {
    access: 'public',
    leaves: 'session.started',
    async ready(at) {
      const passkey = await passkeyProof(at.app, await addPasskey(at.app, await aMember(at)))
      return { body: { passkey }, repeated: 401 }
    },
    places: { passkey: kept('passkey') },
    races: {},
  },
}
