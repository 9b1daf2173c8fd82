import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { remove, update } from '#functions/data/writes.ts'
import { usageDayOf } from '#functions/security/day-quotas.ts'
import type * as ownPermissions from '#shared/api/own-permissions.ts'
import type * as settings from '#shared/api/settings.ts'
import type * as users from '#shared/api/users.ts'
import type { Subjects, UserWithLinkTokens } from '#tests/races/groups.ts'
import type { CallsOf } from './call.ts'
import { noRoleRefusal, roleIdsRule } from './id-rules.ts'
import { placeholderGenerator, placeholderOrMissing } from './placeholders.ts'
import { newEmail, type Workplace } from './workplace.ts'

const gone = '404 User not found'
const roleGone = '404 Role not found'
const nameTaken = '409 A role with this name already exists'
const emailTaken = '409 A user with this email already exists'

const storedUser = ({ app, keys }: Workplace, id: string) => app.table.get(keys.user(id))
/** Returns a function that returns 1 as soon as the user is hidden from everyone, and 0 before. */
const isOut = (at: Workplace, id: string) => async () => {
  const user = await storedUser(at, id)
  return !user || user.deleted_at ? 1 : 0
}
const storedRole = ({ app, keys }: Workplace, id: string) => app.table.get(keys.role(id))

const colleague = (email: string) => ({ full_name: 'Cleo Colleague', email, send_invitation: false })
/** The name that one call gives to an existing role and another call to a new role. */
const newName = ({ id }: Subjects['person']) => `Renamed of ${id}`
const deactivation = { body: (_: UserWithLinkTokens) => ({ is_active: false }), refusals: [gone] }

async function deactivateAdministrator(at: Workplace) {
  const { id } = (await at.aPerson({ is_tenant_admin: true })).user
  return {
    params: { id },
    body: { is_active: false, roles: at.driver.user.roles },
    done: async () => (await storedUser(at, id))?.session_epoch ?? 0,
  }
}

async function invitationAgain(at: Workplace, is_tenant_admin: boolean) {
  const { id } = (await at.aPerson({ is_verified: false, invited_by: 'Ada Admin', is_tenant_admin })).user
  return { params: { id }, done: async () => ((await storedUser(at, id))?.invitation_link ? 1 : 0) }
}

export const userCalls: CallsOf<typeof ownPermissions & typeof users & typeof settings> = {
  'GET /api/users/me/permissions': { access: 'signedIn' },
  'GET /api/users': { access: 'tenantAdmin' },
  'POST /api/users': {
    access: 'tenantAdmin',
    leaves: 'user.invited',
    confirmed: 'sometimes',
    lasting({ app, keys }) {
      const email = newEmail()
      return {
        body: { full_name: 'Nora New', email, is_tenant_admin: true },
        done: async () => ((await app.table.get(keys.address(email))) ? 1 : 0),
      }
    },
    ready({ app, keys, driver }) {
      const email = newEmail()
      return {
        body: { full_name: 'Nora New', email, roles: driver.user.roles },
        done: async () => ((await app.table.get(keys.address(email))) ? 1 : 0),
        repeated: 409,
      }
    },
    ids: { 'body.roles': roleIdsRule },
    races: {
      person: {
        'creating a user with that role': {
          with: 'role',
          body: ({ person, thing }) => ({ ...colleague(`with${person.user.email}`), roles: [thing] }),
          refusals: [noRoleRefusal, emailTaken],
        },
      },
      signUp: {
        'inviting elsewhere to that address': {
          body: ({ email }) => colleague(email),
          refusals: [emailTaken],
        },
      },
    },
  },
  'POST /api/users/bulk': {
    access: 'tenantAdmin',
    confirmed: 'sometimes',
    leaves: 'user.invited',
    ready({ app, keys, driver }) {
      const email = newEmail()
      return {
        body: { users: [{ full_name: 'Nora New', email, roles: driver.user.roles }] },
        done: async () => ((await app.table.get(keys.address(email))) ? 1 : 0),
      }
    },
    ids: {
      'body.users.roles': {
        of: 'Role',
        isList: true,
        answered: () => [{ ok: false, detail: 'This role does not exist' }],
      },
    },
    races: {
      person: {
        'inviting two users with that role': {
          with: 'role',
          body: ({ person, thing }) => ({
            users: ['a', 'b'].map((start) => ({
              full_name: 'Cleo Colleague',
              email: `${start}${person.user.email}`,
              roles: [thing],
            })),
          }),
        },
      },
    },
  },
  'GET /api/users/{id}': { access: 'signedIn', narrowedTo: 'tenantAdmin' },
  'PUT /api/users/{id}': {
    access: 'tenantAdmin',
    leaves: 'user.deactivated',
    confirmed: 'sometimes',
    ready: deactivateAdministrator,
    lasting: deactivateAdministrator,
    ids: { 'body.roles': roleIdsRule },
    places: { email: fc.constant(undefined) },
    races: {
      person: {
        deactivation: { body: () => ({ is_active: false }), refusals: [gone] },
        demotion: { body: () => ({ is_tenant_admin: false }), refusals: [gone] },
        'giving the role': { with: 'role', body: ({ thing }) => ({ roles: [thing] }), refusals: [gone, noRoleRefusal] },
      },
      record: {
        'deactivating the driver who has it': {
          id: ({ person }) => person.user.id,
          body: () => ({ is_active: false }),
        },
        'deactivating the driver who signed': {
          id: ({ signer }) => signer.user.id,
          body: () => ({ is_active: false }),
        },
      },
      mistake: {
        'deactivating its driver': { id: ({ user_id }) => user_id, body: () => ({ is_active: false }) },
      },
      account: { deactivation },
      newAccount: { deactivation },
    },
  },
  'DELETE /api/users/{id}': {
    access: 'tenantAdmin',
    leaves: 'user.deleted',
    confirmed: 'sometimes',
    async lasting(at) {
      const { id } = (await at.aPerson({ is_tenant_admin: true })).user
      return { params: { id }, done: isOut(at, id) }
    },
    async ready(at) {
      const { id } = (await at.aPerson({ roles: at.driver.user.roles })).user
      return { params: { id }, done: isOut(at, id), repeated: 404 }
    },
    otherwiseReady: {
      'of a user with another organization': async (at) => {
        const { id } = (await at.aMemberOfTwo()).person.user
        return { params: { id }, done: isOut(at, id), repeated: 404 }
      },
      'of a user with a Google account and no other organization': async (at) => {
        const { id } = (await at.aConnected()).person.user
        return { params: { id }, done: isOut(at, id), repeated: 404 }
      },
    },
    races: {
      person: { deletion: { refusals: [gone] } },
      account: { deletion: { refusals: [gone] } },
      factors: { deletion: { refusals: [gone] } },
      newAccount: { deletion: { refusals: [gone] } },
    },
  },
  'POST /api/users/{id}/invitation': {
    access: 'tenantAdmin',
    leaves: 'user.invited',
    confirmed: 'sometimes',
    ready: (at) => invitationAgain(at, false),
    lasting: (at) => invitationAgain(at, true),
    races: {
      person: { 'inviting the user again': { refusals: [gone, '409 This user is inactive'] } },
      newAccount: {
        'sending the invitation again': {
          refusals: [gone, '409 This user is inactive', '409 This user has already set up their account'],
        },
      },
    },
  },
  'DELETE /api/users/{id}/invitation': {
    access: 'tenantAdmin',
    leaves: 'user.deleted',
    confirmed: 'sometimes',
    async ready(at) {
      const { id } = (await at.aPerson({ is_verified: false, invited_by: 'Ada Admin' })).user
      return { params: { id }, done: isOut(at, id), repeated: 404 }
    },
    races: {
      newAccount: {
        'withdrawing the invitation': { refusals: [gone, '409 This user has already set up their account'] },
      },
    },
  },
  'POST /api/users/{id}/end-sessions': {
    access: 'tenantAdmin',
    leaves: 'user.sessions_ended',
    async ready(at) {
      const { id } = (await at.aPerson()).user
      return { params: { id } }
    },
    races: { account: { 'signing the user out everywhere': { refusals: [gone] } } },
  },
  'GET /api/roles': { access: 'tenantAdmin' },
  'POST /api/roles': {
    access: 'tenantAdmin',
    leaves: 'role.created',
    ready({ app, keys }) {
      const name = randomUUID()
      return {
        body: { name, permissions: ['delivery.view_orders'] },
        done: async () => ((await app.table.get(keys.roleName(name))) ? 1 : 0),
        repeated: 409,
      }
    },
    places: { name: placeholderGenerator('name') },
    races: {
      person: {
        'creating a role with that new name': {
          body: (subject) => ({ name: newName(subject) }),
          refusals: [nameTaken],
        },
      },
      products: {
        'creating a role named like a system one': {
          as: (_, { admin }) => admin,
          body: () => ({ name: 'Clinician' }),
          refusals: [nameTaken],
        },
      },
    },
  },
  'GET /api/roles/{id}': { access: 'tenantAdmin' },
  'PUT /api/roles/{id}': {
    access: 'tenantAdmin',
    leaves: 'role.edited',
    async ready(at) {
      const id = await at.aRole()
      const name = randomUUID()
      const done = async () => ((await storedRole(at, id))?.name === name ? 1 : 0)
      return { params: { id }, body: { name }, done }
    },
    places: { name: placeholderOrMissing('name') },
    races: {
      person: {
        'renaming that role': {
          with: 'role',
          id: ({ thing }) => thing,
          body: (subject) => ({ name: newName(subject) }),
          refusals: [roleGone, nameTaken],
        },
      },
    },
  },
  'DELETE /api/roles/{id}': {
    access: 'tenantAdmin',
    leaves: 'role.deleted',
    async ready(at) {
      const id = await at.aRole()
      return { params: { id }, done: async () => ((await storedRole(at, id)) ? 0 : 1), repeated: 404 }
    },
    races: {
      person: {
        'deleting that role': {
          with: 'role',
          id: ({ thing }) => thing,
          refusals: [roleGone, /^409 \d users? ha(s|ve) this role\. Remove it from them first\.$/],
        },
      },
    },
  },
  'GET /api/products/groups': { access: 'signedIn' },
  'GET /api/products': { access: 'signedIn' },
  'GET /api/products/accessible': { access: 'signedIn' },
  'GET /api/products/permissions': { access: 'tenantAdmin' },
  'GET /api/products/user-permissions': { access: 'signedIn' },
  'POST /api/products/initialize': {
    access: 'tenantAdmin',
    leaves: 'role.edited',
    async ready({ app, keys, roles }) {
      // Change a system role, as if someone had edited it, so that the call has something to restore.
      const [role] = roles
      if (role) await app.table.write(update(keys.role(role.id), { set: { permissions: [] } }))
      return { body: {} }
    },
    races: { products: { 'initializing the products': { as: (_, { admin }) => admin, body: () => ({}) } } },
  },
  'GET /api/settings': { access: 'signedIn' },
  'POST /api/settings/verification': {
    access: 'tenantAdmin',
    leaves: 'organisation.verification_asked',
    async ready({ app, keys, tenant }) {
      const { key } = usageDayOf(tenant, app.clock.now)
      await app.table.write(update(keys.tenant, { remove: ['verified_at'] }), remove(key))
      const done = async () => (await app.table.get(key))?.verification_requests ?? 0
      return { done, repeated: 429 }
    },
    races: {
      products: {
        'a request for verification': {
          as: (_, { admin }) => admin,
          refusals: [
            '409 Your organization is already verified',
            '429 Your organization’s limit is 1 request for verification a day. Try again tomorrow.',
          ],
        },
      },
    },
  },
  'PUT /api/settings': {
    access: 'tenantAdmin',
    leaves: 'organisation.edited',
    versioned: true,
    confirmed: 'sometimes',
    async lasting({ app, keys }) {
      await app.table.write(update(keys.tenant, { set: { idle_minutes: 30 } }))
      const done = async () => ((await app.table.get(keys.tenant))?.idle_minutes === 31 ? 1 : 0)
      return { body: { idle_minutes: 31 }, done }
    },
    ready({ app, keys }) {
      const description = randomUUID()
      return {
        body: { description, idle_minutes: 45 },
        done: async () => ((await app.table.get(keys.tenant))?.description === description ? 1 : 0),
      }
    },
    // If the organisation required a second step, the caller's next request would be refused.
    places: { require_mfa: fc.constant('off') },
    races: { products: { 'changing settings': { as: (_, { admin }) => admin, body: () => ({ idle_minutes: 45 }) } } },
  },
}
