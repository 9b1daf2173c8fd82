import { permissionMap } from '../model/account.ts'
import { entry } from './contract.ts'
import { sessionPaths } from './first-paths.ts'

/**
 * In a module of its own, because every page for signed-in users loads this entry, while few load the other entries about users and
 * roles.
 */
export const readMyPermissions = entry({
  method: 'GET',
  path: sessionPaths.permissions,
  access: 'signedIn',
  event: 'none',
  answer: permissionMap,
  success: 200,
})
