import { permissionMap } from '../model/account.ts'
import { entry } from './contract.ts'
import { sessionPaths } from './first-paths.ts'

/** Apart from the calls about users and roles: every page of signed-in users loads this one, and hardly any the others. */
export const readMyPermissions = entry({
  method: 'GET',
  path: sessionPaths.permissions,
  access: 'signedIn',
  event: 'none',
  answer: permissionMap,
  success: 200,
})
