import * as z from 'zod/mini'
import { invitationResults, invitedUser, listedUser, permissionMap, user } from '../model/account.ts'
import { newUser, newUsers, userEdit } from '../model/account-forms.ts'
import { text } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { permission, product, productGroup } from '../model/product.ts'
import { role } from '../model/role.ts'
import { roleEdit, roleForm } from '../model/role-forms.ts'
import { entry } from './contract.ts'
import { pageFirstPaths } from './first-paths.ts'

export const listUsers = entry({
  method: 'GET',
  path: pageFirstPaths.users,
  access: 'tenantAdmin',
  event: 'none',
  answer: lazy(() => z.array(listedUser())),
  success: 200,
})

export const createUser = entry({
  method: 'POST',
  path: '/api/users',
  access: 'tenantAdmin',
  confirmed: 'sometimes',
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
  confirmed: 'sometimes',
  event: 'user.invited',
  body: newUsers,
  answer: invitationResults,
  success: 200,
})

export const readUser = entry({
  method: 'GET',
  path: '/api/users/{id}',
  access: 'signedIn',
  event: 'none',
  subject: 'User',
  answer: user,
  success: 200,
})

export const updateUser = entry({
  method: 'PUT',
  path: '/api/users/{id}',
  access: 'tenantAdmin',
  confirmed: 'sometimes',
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
  confirmed: 'sometimes',
  event: 'user.deleted',
  subject: 'User',
  success: 204,
})

export const resendInvitation = entry({
  method: 'POST',
  path: '/api/users/{id}/invitation',
  access: 'tenantAdmin',
  confirmed: 'sometimes',
  event: 'user.invited',
  subject: 'User',
  answer: invitedUser,
  success: 200,
})

/** Removes a user who has not joined yet, which makes the invitation void. The response is a 409 if the user has joined. */
export const withdrawInvitation = entry({
  method: 'DELETE',
  path: '/api/users/{id}/invitation',
  access: 'tenantAdmin',
  confirmed: 'sometimes',
  event: 'user.deleted',
  subject: 'User',
  success: 204,
})

/** Ends all sessions of a user in this organisation. */
export const endSessionsOfUser = entry({
  method: 'POST',
  path: '/api/users/{id}/end-sessions',
  access: 'tenantAdmin',
  event: 'user.sessions_ended',
  subject: 'User',
  success: 204,
})

export const listRoles = entry({
  method: 'GET',
  path: pageFirstPaths.roles,
  access: 'tenantAdmin',
  event: 'none',
  answer: lazy(() => z.array(role())),
  success: 200,
})

export const createRole = entry({
  method: 'POST',
  path: '/api/roles',
  access: 'tenantAdmin',
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
  event: 'none',
  subject: 'Role',
  answer: role,
  success: 200,
})

export const updateRole = entry({
  method: 'PUT',
  path: '/api/roles/{id}',
  access: 'tenantAdmin',
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
  event: 'role.deleted',
  subject: 'Role',
  success: 204,
})

export const listProductGroups = entry({
  method: 'GET',
  path: '/api/products/groups',
  access: 'signedIn',
  event: 'none',
  answer: lazy(() => z.array(productGroup())),
  success: 200,
})

export const listProducts = entry({
  method: 'GET',
  path: '/api/products',
  access: 'signedIn',
  event: 'none',
  answer: lazy(() => z.array(product())),
  success: 200,
})

export const listAccessibleProducts = entry({
  method: 'GET',
  path: '/api/products/accessible',
  access: 'signedIn',
  event: 'none',
  answer: lazy(() => z.array(product())),
  success: 200,
})

export const listPermissions = entry({
  method: 'GET',
  path: pageFirstPaths.allPermissions,
  access: 'tenantAdmin',
  event: 'none',
  query: lazy(() =>
    z.object({
      product_key: z.optional(text().check(z.meta({ doc: 'permissions.product_key' }))),
    }),
  ),
  answer: lazy(() => z.array(permission())),
  success: 200,
})

export const readUserPermissions = entry({
  method: 'GET',
  path: '/api/products/user-permissions',
  access: 'signedIn',
  event: 'none',
  answer: permissionMap,
  success: 200,
})

export const initializeProducts = entry({
  method: 'POST',
  path: '/api/products/initialize',
  access: 'tenantAdmin',
  event: ['role.created', 'role.edited'],
  body: lazy(() => z.object({})),
  answer: lazy(() => z.object({ initialized: z.array(z.string()) })),
  success: 200,
})
