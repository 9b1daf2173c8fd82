import * as auth from '#shared/api/auth.ts'
import * as users from '#shared/api/users.ts'
import { call } from './call.ts'
import { deviceTokens } from './device-tokens.ts'
import type { AccountCalls } from './session-store.ts'

/** In a chunk of their own, so that the login page shows before they have loaded. */
export const accountCalls: AccountCalls = {
  async login(email, password) {
    const device_token = await deviceTokens.find(email)
    const { body } = await call(auth.login, { body: { email, password, ...(device_token && { device_token }) } })
    await deviceTokens.keep(email, body.device_token)
    return body
  },

  async googleAuth(token) {
    const { body } = await call(auth.googleAuth, { body: { token } })
    await deviceTokens.keep(body.user.email, body.device_token)
    return body
  },

  switchTo: async (tenant_id) => (await call(auth.switchOrganisation, { body: { tenant_id } })).body,

  sendVerificationEmail: async (email) => (await call(auth.sendVerificationEmail, { body: { email } })).body.message,

  logout: async (refresh_token) => {
    await call(auth.logout, { body: { refresh_token } })
  },

  async readAccount() {
    const [user, tenant, permissions] = await Promise.all([
      call(auth.me, {}).then(({ body }) => body),
      call(auth.readTenantInfo, {}).then(({ body }) => body),
      call(users.readMyPermissions, {}).then(({ body }) => body),
    ])
    return { user, tenant, permissions }
  },
}
