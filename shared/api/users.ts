import * as z from 'zod/mini'
import { invitationResults, invitedUser, permissionMap, user } from '../model/account.ts'
import { newUser, newUsers, userEdit } from '../model/account-forms.ts'
import { text } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { permission, product, productGroup } from '../model/product.ts'
import { role } from '../model/role.ts'
import { roleEdit, roleForm } from '../model/role-forms.ts'
import { entry } from './contract.ts'
import { firstPaths } from './first-paths.ts'

export const listUsers = entry({
  method: 'GET',
  path: firstPaths.users,
  access: 'tenantAdmin',
  summary: 'List the users',
  description: 'The whole list, by name.',
  event: 'none',
  answer: lazy(() => z.array(user())),
  success: 200,
})

export const createUser = entry({
  method: 'POST',
  path: '/api/users',
  access: 'tenantAdmin',
  summary: 'Invite a user',
  description:
    'Makes a user and mails them an invitation, unless `send_invitation` is false or they are not active. `invitation_sent` says whether the mail went out at once; a mail that failed is tried again.',
  refusals: {
    409: 'The organisation has a user with this e-mail.',
    422: 'One of the `roles` does not exist.',
    429: 'Too many invitations were sent to this address, or by this organisation.',
  },
  event: 'user.invited',
  body: newUser,
  answer: invitedUser,
  success: 201,
  location: '/api/users/{id}',
})

export const createUsers = entry({
  method: 'POST',
  path: '/api/users/bulk',
  access: 'tenantAdmin',
  summary: 'Invite several users',
  description:
    'Makes up to 50 users and mails each an invitation. Each line stands for itself: one that cannot be invited says why in its `detail`, and the others go on.',
  event: 'user.invited',
  body: newUsers,
  answer: invitationResults,
  success: 200,
})

export const readUser = entry({
  method: 'GET',
  path: '/api/users/{id}',
  access: 'signedIn',
  summary: 'Read a user',
  description: 'Users read themselves, tenant administrators everybody.',
  refusals: {
    403: 'The caller is not a tenant administrator, and the user is somebody else.',
  },
  event: 'none',
  subject: 'User',
  answer: user,
  success: 200,
})

export const updateUser = entry({
  method: 'PUT',
  path: '/api/users/{id}',
  access: 'tenantAdmin',
  summary: 'Edit a user',
  description:
    'What is not sent stays. Deactivating a user ends their sessions. Open deliveries of somebody who can no longer deliver become unassigned within a minute.',
  refusals: {
    409: 'The `email` differs from the stored one, callers deactivate or demote themselves, or the last active administrator would go.',
    422: 'One of the `roles` does not exist.',
  },
  event: ['user.edited', 'user.deactivated'],
  subject: 'User',
  body: userEdit,
  answer: user,
  success: 200,
})

export const deleteUser = entry({
  method: 'DELETE',
  path: '/api/users/{id}',
  access: 'tenantAdmin',
  summary: 'Delete a user',
  description: 'Open deliveries of the user become unassigned within a minute.',
  refusals: {
    409: 'The user is the caller, or is the last active administrator.',
  },
  event: 'user.deleted',
  subject: 'User',
  success: 204,
})

export const resendInvitation = entry({
  method: 'POST',
  path: '/api/users/{id}/invitation',
  access: 'tenantAdmin',
  summary: 'Send an invitation again',
  description: 'Mails a new link; the former one no longer works.',
  refusals: {
    409: 'The user has set up the account already, or is not active.',
    429: 'Too many invitations were sent to this address, or by this organisation.',
  },
  event: 'user.invited',
  subject: 'User',
  answer: invitedUser,
  success: 200,
})

/** Voids the link of somebody who has not joined, and removes them. 409 for a user who has. */
export const withdrawInvitation = entry({
  method: 'DELETE',
  path: '/api/users/{id}/invitation',
  access: 'tenantAdmin',
  summary: 'Withdraw an invitation',
  refusals: {
    409: 'The user has set up their account.',
  },
  event: 'user.deleted',
  subject: 'User',
  success: 204,
})

/** Signs a person out everywhere in this organisation. */
export const endSessionsOfUser = entry({
  method: 'POST',
  path: '/api/users/{id}/end-sessions',
  access: 'tenantAdmin',
  summary: 'End all sessions of a person in the organisation',
  event: 'user.sessions_ended',
  subject: 'User',
  success: 204,
})

export const listRoles = entry({
  method: 'GET',
  path: firstPaths.roles,
  access: 'tenantAdmin',
  summary: 'List the roles',
  description: 'The whole list, by name.',
  event: 'none',
  answer: lazy(() => z.array(role())),
  success: 200,
})

export const createRole = entry({
  method: 'POST',
  path: '/api/roles',
  access: 'tenantAdmin',
  summary: 'Add a role',
  refusals: {
    409: 'A role has this name.',
  },
  event: 'role.created',
  body: roleForm,
  answer: role,
  success: 201,
  location: '/api/roles/{id}',
})

export const readRole = entry({
  method: 'GET',
  path: '/api/roles/{id}',
  access: 'tenantAdmin',
  summary: 'Read a role',
  event: 'none',
  subject: 'Role',
  answer: role,
  success: 200,
})

export const updateRole = entry({
  method: 'PUT',
  path: '/api/roles/{id}',
  access: 'tenantAdmin',
  summary: 'Edit a role',
  description: 'What is not sent stays. New permissions count from the next call of everybody who has the role.',
  refusals: {
    409: 'Another role has this name.',
  },
  event: 'role.edited',
  subject: 'Role',
  body: roleEdit,
  answer: role,
  success: 200,
})

export const deleteRole = entry({
  method: 'DELETE',
  path: '/api/roles/{id}',
  access: 'tenantAdmin',
  summary: 'Delete a role',
  refusals: {
    409: 'The role is a system role, or users have it.',
  },
  event: 'role.deleted',
  subject: 'Role',
  success: 204,
})

export const listProductGroups = entry({
  method: 'GET',
  path: '/api/products/groups',
  access: 'signedIn',
  summary: 'List the product groups',
  event: 'none',
  answer: lazy(() => z.array(productGroup())),
  success: 200,
})

export const listProducts = entry({
  method: 'GET',
  path: '/api/products',
  access: 'signedIn',
  summary: 'List all products',
  description: 'The catalogue, whether subscribed or not.',
  event: 'none',
  answer: lazy(() => z.array(product())),
  success: 200,
})

export const listAccessibleProducts = entry({
  method: 'GET',
  path: '/api/products/accessible',
  access: 'signedIn',
  summary: 'List the products that the caller can use',
  description: 'Subscribed products in which the caller holds a permission.',
  event: 'none',
  answer: lazy(() => z.array(product())),
  success: 200,
})

export const listPermissions = entry({
  method: 'GET',
  path: '/api/products/permissions',
  access: 'tenantAdmin',
  summary: 'List the permissions that roles can have',
  description: 'Those of the subscribed products.',
  event: 'none',
  query: lazy(() =>
    z.object({
      product_key: z.optional(
        text().check(z.meta({ description: 'Of one product; an unknown or empty one has none.' })),
      ),
    }),
  ),
  answer: lazy(() => z.array(permission())),
  success: 200,
})

export const readUserPermissions = entry({
  method: 'GET',
  path: '/api/products/user-permissions',
  access: 'signedIn',
  summary: 'Read the caller’s permissions by product',
  aliasOf: 'readMyPermissions',
  event: 'none',
  answer: permissionMap,
  success: 200,
})

export const initializeProducts = entry({
  method: 'POST',
  path: '/api/products/initialize',
  access: 'tenantAdmin',
  summary: 'Bring the system roles up to date',
  description:
    'Gives the system roles what catalogue and subscriptions say now, and answers their names. It can be repeated.',
  event: ['role.created', 'role.edited'],
  body: lazy(() => z.object({})),
  answer: lazy(() => z.object({ initialized: z.array(z.string()) })),
  success: 200,
})
