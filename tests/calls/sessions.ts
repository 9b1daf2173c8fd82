import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import type * as factors from '#shared/api/factors.ts'
import * as factorEntries from '#shared/api/factors.ts'
import type * as sessions from '#shared/api/sessions.ts'
import { newPassword, oldPassword } from '#tests/races/passwords.ts'
import { addAuthenticator, codeOf, passFirstSignInStep } from '#tests/support/authenticator-app.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { password } from '#tests/support/sign-up.ts'
import { addPasskey, passkeyProof, softwareAuthenticator } from '#tests/support/software-authenticator.ts'
import type { Person } from '#tests/support/test-app.ts'
import type { CallsOf } from './call.ts'
import { placeholderGenerator, placeholderObject, placeholderOrMissing } from './placeholders.ts'
import type { Workplace } from './workplace.ts'

const chosen = { new_password: newPassword, confirm_password: newPassword }
const proofParts = ['id', 'clientDataJSON', 'authenticatorData', 'signature']
const aDevice = '5d7c7f0e-3d53-4b41-9f5c-0f8a1c6b2e11'
const signedOut = '401 Please sign in'
const sessionOver = '401 Please sign in again'
const wrongCode = '401 Invalid code'
const noApp = '409 No authenticator app is set up'
const unknownPasskey = '401 This passkey is not recognized'
const itself = (_: unknown, { person }: { person: Person }) => person

const accountOf = ({ user }: Person) => user.account_id ?? ''
const credentialsOf = ({ app }: Workplace, person: Person) => app.table.get(unscopedKeys.credentials(accountOf(person)))
const sessionOf = ({ refreshToken }: Person) => refreshToken.split('.')[1] ?? ''
const aMember = async (at: Workplace) => at.aPerson({ password_hash: await at.passwordHash() })

/** Gives the caller a password, removes all second factors, and returns the caller. */
async function own(at: Workplace): Promise<Person> {
  const { app, caller } = at
  const account = await app.table.get(unscopedKeys.account(accountOf(caller)))
  await resetRateLimits(app, 'mfa-account', JSON.stringify([account?.id, account?.session_epoch]))
  await app.table.write(
    update(unscopedKeys.credentials(accountOf(caller)), {
      set: { password_hash: await at.passwordHash() },
      remove: ['totp', 'pending_totp', 'recovery_hashes', 'passkeys'],
    }),
    update(unscopedKeys.account(accountOf(caller)), { remove: ['second_step'] }),
  )
  return caller
}

/** Returns a function that returns how much a count has risen since this call. */
async function riseOf(count: () => Promise<number>) {
  const before = await count()
  return async () => (await count()) - before
}

/**
 * Counts how many times the `session_epoch` of a person's account is raised from now on. Each time, all sessions of the account end
 * but one that the change continues.
 */
const endings = ({ app }: Workplace, person: Person) =>
  riseOf(async () => (await app.table.get(unscopedKeys.account(accountOf(person))))?.session_epoch ?? 0)

/** Counts how many sessions of a person's account begin from now on. */
const openings = ({ app }: Workplace, person: Person) =>
  riseOf(async () => (await app.table.queryAll(unscopedKeys.sessions(accountOf(person)))).length)

/** Adds a passkey to the person's account and returns its response to a challenge. */
async function aProof(at: Workplace, person: Person) {
  await at.unlimit(factorEntries.readPasskeyChallenge)
  return passkeyProof(at.app, await addPasskey(at.app, person))
}

const withApp = async (at: Workplace, person: Person) => ({ person, ...(await addAuthenticator(at.app, person)) })

async function endOfAnotherSession(at: Workplace) {
  const other = await at.app.signIn(at.caller.user)
  const key = unscopedKeys.session(accountOf(at.caller), sessionOf(other))
  const done = async () => ((await at.app.table.get(key)) ? 0 : 1)
  return { params: { id: sessionOf(other) }, done, repeated: 404 }
}

export const sessionCalls: CallsOf<typeof sessions & typeof factors> = {
  'GET /api/auth/sessions': { access: 'signedIn' },
  'DELETE /api/auth/sessions/{id}': {
    access: 'signedIn',
    leaves: 'session.ended',
    confirmed: 'sometimes',
    ready: endOfAnotherSession,
    lasting: endOfAnotherSession,
    isOwn: true,
    races: {
      account: {
        'ending the session': {
          as: itself,
          id: ({ person }) => sessionOf(person),
          refusals: [signedOut, sessionOver, '404 Session not found'],
        },
      },
    },
  },
  'POST /api/auth/sessions/end-others': {
    access: 'signedIn',
    confirmed: true,
    leaves: 'session.ended',
    races: { account: { 'ending the other sessions': { as: itself, refusals: [signedOut, sessionOver] } } },
  },
  'POST /api/auth/device-key': {
    access: 'signedIn',
    async ready({ app, caller, keys }) {
      const device = randomUUID()
      const done = async () => ((await app.table.get(keys.deviceKey(caller.user.id, device))) ? 1 : 0)
      return { body: { device }, done }
    },
    isOwn: true,
    races: {
      account: {
        'the key of a device': { as: itself, body: () => ({ device: aDevice }), refusals: [signedOut, sessionOver] },
      },
    },
  },
  'POST /api/auth/change-password': {
    access: 'signedIn',
    leaves: 'account.password_changed',
    async ready(at) {
      const person = await own(at)
      const body = { current_password: password, ...chosen }
      return { body, done: await endings(at, person), repeated: 422 }
    },
    places: { current_password: placeholderGenerator('current_password') },
    races: {
      account: {
        'changing the password': {
          as: itself,
          body: () => ({ current_password: oldPassword, ...chosen }),
          refusals: [signedOut, sessionOver, '422 Wrong password'],
        },
      },
    },
  },
  'POST /api/auth/mfa': {
    access: 'public',
    leaves: 'session.started',
    async ready(at) {
      const { person, recoveryCodes } = await withApp(at, await aMember(at))
      const done = async () => 10 - ((await credentialsOf(at, person))?.recovery_hashes?.length ?? 0)
      return {
        body: { mfa_token: await passFirstSignInStep(at.app, person), code: recoveryCodes[0] ?? '' },
        done,
        repeated: 401,
      }
    },
    otherwiseReady: {
      'with the app': async (at) => {
        const { person, secret } = await withApp(at, await aMember(at))
        const mfa_token = await passFirstSignInStep(at.app, person)
        const body = { mfa_token, code: codeOf(at.app, secret, 1) }
        return { body, done: await openings(at, person), repeated: 401 }
      },
      'with a passkey': async (at) => {
        const person = await aMember(at)
        const passkey = await aProof(at, person)
        const body = { mfa_token: await passFirstSignInStep(at.app, person), passkey }
        return { body, done: await openings(at, person), repeated: 401 }
      },
    },
    places: {
      mfa_token: placeholderGenerator('mfa_token'),
      code: placeholderOrMissing('code'),
      passkey: fc.constant(undefined),
    },
    races: {
      factors: {
        'second step by app': {
          body: ({ mfaToken: mfa_token, code }) => ({ mfa_token, code }),
          refusals: [wrongCode, sessionOver],
        },
        'second step by recovery code': {
          body: ({ mfaToken: mfa_token, recoveryCode: code }) => ({ mfa_token, code }),
          refusals: [wrongCode, sessionOver],
        },
      },
    },
  },
  'GET /api/auth/factors': { access: 'signedIn' },
  'POST /api/auth/totp': {
    access: 'signedIn',
    confirmed: true,
    async ready(at) {
      await own(at)
      return {}
    },
    races: {
      factors: {
        'starting to add an app': {
          as: itself,
          refusals: ['409 Two-step sign-in is already set up', signedOut, sessionOver],
        },
      },
    },
  },
  'POST /api/auth/totp/confirm': {
    access: 'signedIn',
    leaves: 'account.factor_added',
    confirmed: true,
    async ready(at) {
      const person = await own(at)
      const { secret } = (await at.app.call(factorEntries.beginTotp, { as: person })).body
      const done = async () => ((await credentialsOf(at, person))?.totp ? 1 : 0)
      return { body: { code: codeOf(at.app, secret) }, done, repeated: 409 }
    },
    places: { code: placeholderGenerator('code') },
    races: {
      factors: {
        'confirming an app that was not started': {
          as: itself,
          body: ({ code }) => ({ code }),
          refusals: ['409 Start setting up the authenticator app again', '422 Invalid code', signedOut, sessionOver],
        },
      },
    },
  },
  'DELETE /api/auth/totp': {
    access: 'signedIn',
    leaves: 'account.factor_removed',
    confirmed: true,
    async ready(at) {
      const { person } = await withApp(at, await own(at))
      const done = async () => ((await credentialsOf(at, person))?.totp ? 0 : 1)
      return { done, repeated: 409 }
    },
    races: { factors: { 'removing the app': { as: itself, refusals: [noApp, signedOut, sessionOver] } } },
  },
  'POST /api/auth/recovery-codes': {
    access: 'signedIn',
    leaves: 'account.factor_added',
    confirmed: true,
    async ready(at) {
      await withApp(at, await own(at))
      return {}
    },
    races: { factors: { 'creating recovery codes': { as: itself, refusals: [noApp, signedOut, sessionOver] } } },
  },
  'POST /api/auth/confirm': {
    access: 'signedIn',
    async ready(at) {
      const { recoveryCodes } = await withApp(at, await own(at))
      const left = async () => (await credentialsOf(at, at.caller))?.recovery_hashes?.length ?? 0
      return { body: { code: recoveryCodes[0] ?? '' }, done: async () => 10 - (await left()), repeated: 422 }
    },
    otherwiseReady: {
      'with the password': async (at) => {
        await own(at)
        return { body: { password } }
      },
      'with a passkey': async (at) => ({ body: { passkey: await aProof(at, await own(at)) }, repeated: 422 }),
    },
    places: {
      code: placeholderGenerator('code'),
      password: fc.constant(undefined),
      passkey: fc.constant(undefined),
      google: fc.constant(undefined),
    },
    races: {
      factors: {
        'confirming with the app': {
          as: itself,
          body: ({ code }) => ({ code }),
          refusals: ['422 Invalid code', signedOut],
        },
        'confirming with a recovery code': {
          as: itself,
          body: ({ recoveryCode: code }) => ({ code }),
          refusals: ['422 Invalid code', signedOut],
        },
        'confirming with the passkey': {
          as: itself,
          body: ({ proof }) => ({ passkey: proof }),
          refusals: ['422 This passkey does not belong to your account', signedOut],
        },
      },
    },
  },
  'POST /api/users/{id}/reset-factors': {
    access: 'tenantAdmin',
    leaves: 'user.factors_reset',
    confirmed: true,
    async ready(at) {
      const person = await aMember(at)
      await addPasskey(at.app, person)
      const done = async () => ((await credentialsOf(at, person))?.passkeys?.length ? 0 : 1)
      return { params: { id: person.user.id }, done, repeated: 409 }
    },
    races: {
      factors: {
        'resetting the factors': { refusals: ['409 This user has no two-step sign-in', '404 User not found'] },
      },
    },
  },
  'POST /api/auth/passkeys/options': {
    access: 'signedIn',
    confirmed: true,
    races: { factors: { 'requesting a challenge': { as: itself, refusals: [signedOut] } } },
  },
  'POST /api/auth/passkeys': {
    access: 'signedIn',
    leaves: 'account.factor_added',
    confirmed: true,
    async ready(at) {
      const person = await own(at)
      const options = (await at.app.call(factorEntries.readPasskeyOptions, { as: person })).body
      const done = async () => (await credentialsOf(at, person))?.passkeys?.length ?? 0
      const response = softwareAuthenticator(at.app).register(options)
      return { body: { name: 'A device', response }, done, repeated: 422 }
    },
    places: { response: placeholderObject('response', ['id', 'clientDataJSON', 'attestationObject']) },
    races: {
      factors: {
        'adding a passkey': {
          as: itself,
          body: ({ registration }) => ({ name: 'Another', response: registration }),
          refusals: ['422 This passkey is not valid', signedOut, sessionOver],
        },
      },
    },
  },
  'DELETE /api/auth/passkeys/{id}': {
    access: 'signedIn',
    leaves: 'account.factor_removed',
    confirmed: true,
    async ready(at) {
      const { id } = await addPasskey(at.app, at.caller)
      const isThere = async () => (await credentialsOf(at, at.caller))?.passkeys?.some((passkey) => passkey.id === id)
      return { params: { id }, done: async () => ((await isThere()) ? 0 : 1), repeated: 404 }
    },
    isOwn: true,
    races: {
      factors: {
        'removing a passkey': {
          as: itself,
          id: ({ passkeyId }) => passkeyId,
          refusals: ['404 Passkey not found', signedOut, sessionOver],
        },
      },
    },
  },
  'POST /api/auth/passkeys/challenge': { access: 'public', races: { factors: { 'a challenge': {} } } },
  'POST /api/auth/passkeys/sign-in': {
    access: 'public',
    leaves: 'session.started',
    async ready(at) {
      const person = await aMember(at)
      const passkey = await aProof(at, person)
      return { body: { passkey }, done: await openings(at, person), repeated: 401 }
    },
    places: { passkey: placeholderObject('passkey', proofParts) },
    races: {
      factors: {
        'signing in with the passkey': {
          body: ({ proof }) => ({ passkey: proof }),
          // The account may be deleted after the passkey has been checked.
          refusals: [unknownPasskey, sessionOver],
        },
      },
    },
  },
}
