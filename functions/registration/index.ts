import * as registration from '#shared/api/registration.ts'
import { createHandler } from '../http/handler.ts'
import { openHouse } from '../http/house.ts'
import { warmUp } from '../http/warm-up.ts'
import { operations } from './operations.ts'

const house = openHouse(process.env)
await warmUp(house)

export const handler = createHandler(registration, operations, house)
