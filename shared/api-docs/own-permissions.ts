import type * as ownPermissions from '../api/own-permissions.ts'
import type { WordsFor } from './words.ts'

export const ownPermissionsWords: WordsFor<typeof ownPermissions> = {
  readMyPermissions: {
    summary: 'Read the caller’s permissions by product',
    description:
      'Permissions of the caller’s roles, without those of products that the organisation does not subscribe to.',
  },
}
