import * as registration from '#shared/api/registration.ts'
import { createHandler } from '../http/handler.ts'
import { openHouse } from '../http/house.ts'
import { operations } from './operations.ts'

export const handler = createHandler(registration, operations, openHouse(process.env))
