import type * as ownPermissions from '../api/own-permissions.ts'
import type { AreaDocs } from './call-docs.ts'

export const ownPermissionsDocs: AreaDocs<typeof ownPermissions> = {
  readMyPermissions: {
    summary: 'Read the caller’s permissions by product',
    description:
      'Permissions of the caller’s roles, without those of products that the organisation does not subscribe to.',
  },
}
