import type * as ownPermissions from '../api/own-permissions.ts'
import type { AreaDocs } from './call-docs.ts'

export const ownPermissionsDocs: AreaDocs<typeof ownPermissions> = {
  readMyPermissions: {
    summary: 'Read the caller’s permissions by product',
    description:
      'The permissions from the caller’s roles, except those of products that the organization does not subscribe to.',
  },
}
