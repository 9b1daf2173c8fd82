import { randomUUID } from 'node:crypto'
import type { StoredUser } from '#functions/data/entities.ts'
import { keysOf, unscopedKeys } from '#functions/data/keys.ts'
import { remove, update } from '#functions/data/writes.ts'
import { newLink } from '#functions/security/links.ts'
import * as auth from '#shared/api/auth.ts'
import { type Entry, routeKeyOf } from '#shared/api/contract.ts'
import * as registration from '#shared/api/registration.ts'
import type { LinkPurpose } from '#shared/model/account.ts'
import { companyBody, password, start } from '#tests/support/sign-up.ts'
import type { Person } from '#tests/support/test-app.ts'
import type { Ready, Scenario, SetUp } from './scenario.ts'

export function signUpScenarios({ app }: SetUp): Record<string, Scenario> {
  /** Nobody's calls count against the others'. */
  const unlimited = async (entry: Entry) =>
    app.table.write(remove(unscopedKeys.attempts(routeKeyOf(entry), '127.0.0.1')))
  const starting =
    (entry: Entry, fields = {}) =>
    async (): Promise<Ready> => {
      await unlimited(entry)
      const email = `${randomUUID()}@example.com`
      return {
        send: (headers) => app.call(entry, { body: { ...companyBody, email, ...fields }, headers }),
        done: async () => ((await app.table.get(unscopedKeys.email(email))) ? 1 : 0),
      }
    }
  return {
    register: starting(registration.register, { password }),
    createFirstUser: starting(registration.createFirstUser),
    signUpCompany: starting(registration.signUpCompany),
    signUpProducts: async () => {
      await unlimited(registration.signUpCompany)
      await unlimited(registration.signUpProducts)
      const { tenant_id } = (await start(app, { email: `${randomUUID()}@example.com` })).body
      const body = { tenant_id, subscribed_products: ['delivery'] }
      return {
        send: (headers) => app.call(registration.signUpProducts, { body, headers }),
        done: async () => ((await app.table.get(keysOf(tenant_id).tenant)) ? 1 : 0),
        repeated: 409,
      }
    },
    subscribeProducts: async () => {
      await unlimited(registration.subscribeProducts)
      const { tenant } = await app.createPharmacy()
      const sending = { params: { id: tenant.id }, body: ['docfinder'] }
      return {
        send: (headers) => app.call(registration.subscribeProducts, { ...sending, headers }),
        done: async () => ((await app.table.get(keysOf(tenant.id).tenant))?.subscribed_products.length ?? 0) - 1,
      }
    },
  }
}

export function sessionScenarios({ app, pharmacy, password_hash }: SetUp): Record<string, Scenario> {
  const session = ({ user, refreshToken }: Person) =>
    app.table.get(keysOf(user.tenant_id).session(refreshToken.split('.')[1] ?? ''))
  return {
    login: async () => {
      const { user } = await app.join(pharmacy.tenant, { password_hash })
      return { send: (headers) => app.call(auth.login, { body: { email: user.email, password }, headers }) }
    },
    googleAuth: async () => {
      const { user } = await app.join(pharmacy.tenant, { is_verified: false })
      return { send: (headers) => app.call(auth.googleAuth, { body: { token: user.email }, headers }) }
    },
    refresh: async () => {
      const person = await app.join(pharmacy.tenant)
      const body = { refresh_token: person.refreshToken }
      return {
        send: (headers) => app.call(auth.refresh, { body, headers }),
        done: async () => (await session(person))?.generation ?? 0,
      }
    },
    logout: async () => {
      const person = await app.join(pharmacy.tenant)
      const body = { refresh_token: person.refreshToken }
      return {
        send: (headers) => app.call(auth.logout, { body, headers }),
        done: async () => ((await session(person)) ? 0 : 1),
      }
    },
  }
}

export function linkScenarios({ app, pharmacy, password_hash }: SetUp): Record<string, Scenario> {
  const stored = ({ tenant_id, id }: StoredUser) => app.table.get(keysOf(tenant_id).user(id))

  async function linked(purpose: LinkPurpose, fields: Partial<StoredUser>) {
    const { user } = await app.join(pharmacy.tenant, fields)
    const link = await newLink(app.services.keys, purpose, user, app.clock.now)
    await app.table.write(update(keysOf(user.tenant_id).user(user.id), { set: link.fields }))
    return { user, token: link.token }
  }

  const using = (entry: Entry, purpose: LinkPurpose, bodyOf: (token: string) => object) => async (): Promise<Ready> => {
    const { user, token } = await linked(purpose, { is_verified: false })
    return {
      send: (headers) => app.call(entry, { body: bodyOf(token), headers }),
      done: async () => ((await stored(user))?.is_verified ? 1 : 0),
      repeated: 400,
    }
  }
  const chosen = (token: string) => ({ token, password, confirm_password: password })

  const asking = (entry: Entry, link: 'reset_link' | 'verification_link') => async (): Promise<Ready> => {
    const { user } = await app.join(pharmacy.tenant, { password_hash, is_verified: false })
    return {
      send: (headers) => app.call(entry, { body: { email: user.email }, headers }),
      done: async () => ((await stored(user))?.[link] ? 1 : 0),
    }
  }
  return {
    verifyEmail: using(auth.verifyEmail, 'verification', (token) => ({ token })),
    setPassword: using(auth.setPassword, 'set_password', chosen),
    acceptInvitation: using(auth.acceptInvitation, 'invitation', chosen),
    resetPassword: using(auth.resetPassword, 'reset', (token) => ({
      token,
      new_password: password,
      confirm_password: password,
    })),
    verifyInvitation: async () => {
      const { token } = await linked('invitation', {})
      return { send: (headers) => app.call(auth.verifyInvitation, { query: { token }, headers }) }
    },
    requestPasswordReset: asking(auth.requestPasswordReset, 'reset_link'),
    sendVerificationEmail: asking(auth.sendVerificationEmail, 'verification_link'),
  }
}
