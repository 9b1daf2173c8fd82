import * as users from '#shared/api/users.ts'
import { createHandler } from '../http/handler.ts'
import { openHouse } from '../http/house.ts'
import { operations } from './operations.ts'

export const handler = createHandler(users, operations, openHouse(process.env))
