import { createRole } from './create-role.ts'
import { createUser } from './create-user.ts'
import { deleteRole } from './delete-role.ts'
import { deleteUser } from './delete-user.ts'
import { initializeProducts } from './initialize-products.ts'
import { listActivity } from './list-activity.ts'
import { listRoles } from './list-roles.ts'
import { listUsers } from './list-users.ts'
import { listAccessibleProducts, listPermissions, listProductGroups, listProducts } from './products.ts'
import { readMyPermissions } from './read-my-permissions.ts'
import { readRole } from './read-role.ts'
import { readSettings } from './read-settings.ts'
import { readUser } from './read-user.ts'
import { resendInvitation } from './resend-invitation.ts'
import { updateRole } from './update-role.ts'
import { updateSettings } from './update-settings.ts'
import { updateUser } from './update-user.ts'

export const operations = {
  readMyPermissions,
  listUsers,
  createUser,
  readUser,
  updateUser,
  deleteUser,
  resendInvitation,
  listRoles,
  createRole,
  readRole,
  updateRole,
  deleteRole,
  listProductGroups,
  listProducts,
  listAccessibleProducts,
  listPermissions,
  readUserPermissions: readMyPermissions,
  initializeProducts,
  listActivity,
  readSettings,
  updateSettings,
}
