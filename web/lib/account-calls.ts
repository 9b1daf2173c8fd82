import * as auth from '#shared/api/auth.ts'
import * as users from '#shared/api/users.ts'
import { call } from './call.ts'
import type { AccountCalls } from './session-store.ts'

/** In a chunk of their own, so that the login page shows before they have loaded. */
export const accountCalls: AccountCalls = {
  login: async (email, password) => (await call(auth.login, { body: { email, password } })).body,

  googleAuth: async (token) => (await call(auth.googleAuth, { body: { token } })).body,

  sendVerificationEmail: async (email) => (await call(auth.sendVerificationEmail, { body: { email } })).body.message,

  logout: async (refresh_token) => {
    await call(auth.logout, { body: { refresh_token } })
  },

  async readAccount(known) {
    const [user, tenant, permissions] = await Promise.all([
      known ?? call(auth.me, {}).then(({ body }) => body),
      call(auth.readTenantInfo, {}).then(({ body }) => body),
      call(users.readMyPermissions, {}).then(({ body }) => body),
    ])
    return { user, tenant, permissions }
  },
}
