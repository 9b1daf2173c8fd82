import { readMyPermissions } from './read-my-permissions.ts'

export const operations = { readMyPermissions }
