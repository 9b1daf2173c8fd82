import { permissionMap } from '../model/account.ts'
import { entry } from './contract.ts'
import { signedInFirstPaths } from './first-paths.ts'

/**
 * This entry has a module of its own, because every page for signed-in users loads it, while few of these pages load the other
 * entries about users and roles.
 */
export const readMyPermissions = entry({
  method: 'GET',
  path: signedInFirstPaths.permissions,
  access: 'signedIn',
  event: 'none',
  answer: permissionMap,
  success: 200,
})
