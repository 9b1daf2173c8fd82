import { listActivity } from '../../events/list-activity.ts'
import { createExportLink } from '../../exports/create-export-link.ts'
import { listExports } from '../../exports/list-exports.ts'
import { startExport } from '../../exports/start-export.ts'
import { createApiKey } from '../../integrations/create-api-key.ts'
import { listApiKeys } from '../../integrations/list-api-keys.ts'
import { revokeApiKey } from '../../integrations/revoke-api-key.ts'
import { rotateApiKey } from '../../integrations/rotate-api-key.ts'
import { askForVerification } from '../../organisations/ask-for-verification.ts'
import { initializeProducts } from '../../organisations/initialize-products.ts'
import {
  listAccessibleProducts,
  listPermissions,
  listProductGroups,
  listProducts,
} from '../../organisations/products.ts'
import { readSettings } from '../../organisations/read-settings.ts'
import { updateSettings } from '../../organisations/update-settings.ts'
import { createRole } from '../../people/create-role.ts'
import { createUser } from '../../people/create-user.ts'
import { createUsers } from '../../people/create-users.ts'
import { deleteRole } from '../../people/delete-role.ts'
import { deleteUser } from '../../people/delete-user.ts'
import { endSessionsOfUser } from '../../people/end-sessions-of-user.ts'
import { listRoles } from '../../people/list-roles.ts'
import { listUsers } from '../../people/list-users.ts'
import { readMyPermissions } from '../../people/read-my-permissions.ts'
import { readRole } from '../../people/read-role.ts'
import { readUser } from '../../people/read-user.ts'
import { resendInvitation } from '../../people/resend-invitation.ts'
import { updateRole } from '../../people/update-role.ts'
import { updateUser } from '../../people/update-user.ts'
import { withdrawInvitation } from '../../people/withdraw-invitation.ts'

export const userOperations = {
  readMyPermissions,
  listUsers,
  createUser,
  createUsers,
  readUser,
  updateUser,
  deleteUser,
  resendInvitation,
  withdrawInvitation,
  endSessionsOfUser,
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
  listApiKeys,
  createApiKey,
  rotateApiKey,
  revokeApiKey,
  readSettings,
  updateSettings,
  askForVerification,
  startExport,
  listExports,
  createExportLink,
}
