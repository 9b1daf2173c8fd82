import { randomUUID } from 'node:crypto'
import { keysOf, unscopedKeys } from '#functions/data/keys.ts'
import * as users from '#shared/api/users.ts'
import type { Scenario, SetUp } from './scenario.ts'

export function userScenarios({ app, pharmacy }: SetUp): Record<string, Scenario> {
  const as = pharmacy.admin
  const roles = pharmacy.driver.user.roles
  const stored = (id: string) => app.table.get(keysOf(pharmacy.tenant.id).user(id))
  return {
    createUser: async () => {
      const email = `${randomUUID()}@example.com`
      const body = { full_name: 'Nora New', email, roles }
      return {
        send: (headers) => app.call(users.createUser, { as, body, headers }),
        done: async () => ((await app.table.get(unscopedKeys.email(email))) ? 1 : 0),
        repeated: 409,
      }
    },
    updateUser: async () => {
      const { user } = await app.join(pharmacy.tenant, { is_tenant_admin: true })
      const body = { is_active: false, roles }
      return {
        send: (headers) => app.call(users.updateUser, { as, params: { id: user.id }, body, headers }),
        done: async () => (await stored(user.id))?.session_epoch ?? 0,
      }
    },
    deleteUser: async () => {
      const { user } = await app.join(pharmacy.tenant, { roles })
      return {
        send: (headers) => app.call(users.deleteUser, { as, params: { id: user.id }, headers }),
        done: async () => ((await stored(user.id)) ? 0 : 1),
        repeated: 404,
      }
    },
    resendInvitation: async () => {
      const { user } = await app.join(pharmacy.tenant)
      return {
        send: (headers) => app.call(users.resendInvitation, { as, params: { id: user.id }, headers }),
        done: async () => ((await stored(user.id))?.invitation_link ? 1 : 0),
      }
    },
  }
}

export function roleScenarios({ app, pharmacy }: SetUp): Record<string, Scenario> {
  const as = pharmacy.admin
  const keys = keysOf(pharmacy.tenant.id)
  const create = (name: string, headers = {}) =>
    app.call(users.createRole, { as, body: { name, permissions: ['delivery.view_orders'] }, headers })
  return {
    createRole: async () => {
      const name = randomUUID()
      return {
        send: (headers) => create(name, headers),
        done: async () => ((await app.table.get(keys.roleName(name))) ? 1 : 0),
        repeated: 409,
      }
    },
    updateRole: async () => {
      const { id } = (await create(randomUUID())).body
      const name = randomUUID()
      return {
        send: (headers) => app.call(users.updateRole, { as, params: { id }, body: { name }, headers }),
        done: async () => ((await app.table.get(keys.role(id)))?.name === name ? 1 : 0),
      }
    },
    deleteRole: async () => {
      const { id } = (await create(randomUUID())).body
      return {
        send: (headers) => app.call(users.deleteRole, { as, params: { id }, headers }),
        done: async () => ((await app.table.get(keys.role(id))) ? 0 : 1),
        repeated: 404,
      }
    },
  }
}
