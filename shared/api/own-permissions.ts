import { permissionMap } from '../model/account.ts'
import { entry } from './contract.ts'
import { sessionPaths } from './first-paths.ts'

/** Apart from the calls about users and roles: every page of signed-in users loads this one, and hardly any the others. */
export const readMyPermissions = entry({
  method: 'GET',
  path: sessionPaths.permissions,
  access: 'signedIn',
  summary: 'Read the caller’s permissions by product',
  description:
    'Permissions of the caller’s roles, without those of products that the organisation does not subscribe to.',
  event: 'none',
  answer: permissionMap,
  success: 200,
})
