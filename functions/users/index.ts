import * as users from '#shared/api/users.ts'
import { createHandler } from '../http/handler.ts'
import { openHouse } from '../http/house.ts'
import { readMyPermissions } from './read-my-permissions.ts'

export const handler = createHandler(users, { readMyPermissions }, openHouse(process.env))
