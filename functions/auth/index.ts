import * as auth from '#shared/api/auth.ts'
import { createHandler } from '../http/handler.ts'
import { openHouse } from '../http/house.ts'
import { operations } from './operations.ts'

export const handler = createHandler(auth, operations, openHouse(process.env))
