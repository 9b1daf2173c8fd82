import { permissionMap } from '../model/account.ts'
import { entry } from './contract.ts'
import { sessionPaths } from './first-paths.ts'

/**
 * Kept apart from the calls about users and roles, because every page for signed-in users loads this one and few load the others.
 */
export const readMyPermissions = entry({
  method: 'GET',
  path: sessionPaths.permissions,
  access: 'signedIn',
  event: 'none',
  answer: permissionMap,
  success: 200,
})
