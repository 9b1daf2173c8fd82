import * as auth from '#shared/api/auth.ts'
import * as users from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { call } from './call.ts'

/** The calls that a session is made of, in a chunk of their own: the login page shows before they are there. */
export const accountCalls = {
  login: async (email: string, password: string) => (await call(auth.login, { body: { email, password } })).body,

  logout: async (refresh_token: string) => {
    await call(auth.logout, { body: { refresh_token } })
  },

  /** The user, unless he is `known`, his organisation and what he may do. */
  async readAccount(known: User | undefined) {
    const [user, tenant, permissions] = await Promise.all([
      known ?? call(auth.me, {}).then(({ body }) => body),
      call(auth.readTenantInfo, {}).then(({ body }) => body),
      call(users.readMyPermissions, {}).then(({ body }) => body),
    ])
    return { user, tenant, permissions }
  },
}

export type AccountCalls = typeof accountCalls
