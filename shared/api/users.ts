import { permissionMap } from '../model/account.ts'
import { entry } from './contract.ts'

export const readMyPermissions = entry({
  method: 'GET',
  path: '/api/users/me/permissions',
  access: 'signedIn',
  answer: permissionMap,
  success: 200,
})

export const listUsers = entry({
  method: 'GET',
  path: '/api/users',
  access: 'tenantAdmin',
  success: 200,
  planned: 'administration',
})

export const createUser = entry({
  method: 'POST',
  path: '/api/users',
  access: 'tenantAdmin',
  success: 201,
  planned: 'administration',
})

/** Everyone reads himself, administrators read all. */
export const readUser = entry({
  method: 'GET',
  path: '/api/users/{id}',
  access: 'signedIn',
  subject: 'User',
  success: 200,
  planned: 'administration',
})

export const updateUser = entry({
  method: 'PUT',
  path: '/api/users/{id}',
  access: 'tenantAdmin',
  subject: 'User',
  success: 200,
  planned: 'administration',
})

export const deleteUser = entry({
  method: 'DELETE',
  path: '/api/users/{id}',
  access: 'tenantAdmin',
  subject: 'User',
  success: 204,
  planned: 'administration',
})

export const resendInvitation = entry({
  method: 'POST',
  path: '/api/users/{id}/invitation',
  access: 'tenantAdmin',
  subject: 'User',
  success: 200,
  planned: 'administration',
})

export const listRoles = entry({
  method: 'GET',
  path: '/api/roles',
  access: 'tenantAdmin',
  success: 200,
  planned: 'administration',
})

export const createRole = entry({
  method: 'POST',
  path: '/api/roles',
  access: 'tenantAdmin',
  success: 201,
  planned: 'administration',
})

export const readRole = entry({
  method: 'GET',
  path: '/api/roles/{id}',
  access: 'tenantAdmin',
  subject: 'Role',
  success: 200,
  planned: 'administration',
})

export const updateRole = entry({
  method: 'PUT',
  path: '/api/roles/{id}',
  access: 'tenantAdmin',
  subject: 'Role',
  success: 200,
  planned: 'administration',
})

export const deleteRole = entry({
  method: 'DELETE',
  path: '/api/roles/{id}',
  access: 'tenantAdmin',
  subject: 'Role',
  success: 204,
  planned: 'administration',
})

export const listProductGroups = entry({
  method: 'GET',
  path: '/api/products/groups',
  access: 'signedIn',
  success: 200,
  planned: 'administration',
})

export const listProducts = entry({
  method: 'GET',
  path: '/api/products',
  access: 'signedIn',
  success: 200,
  planned: 'administration',
})

export const listAccessibleProducts = entry({
  method: 'GET',
  path: '/api/products/accessible',
  access: 'signedIn',
  success: 200,
  planned: 'administration',
})

export const listPermissions = entry({
  method: 'GET',
  path: '/api/products/permissions',
  access: 'tenantAdmin',
  success: 200,
  planned: 'administration',
})

export const readUserPermissions = entry({
  method: 'GET',
  path: '/api/products/user-permissions',
  access: 'signedIn',
  success: 200,
  planned: 'administration',
})

export const initializeProducts = entry({
  method: 'POST',
  path: '/api/products/initialize',
  access: 'tenantAdmin',
  success: 200,
  planned: 'administration',
})
