import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { createHandler } from '../http/handler.ts'
import { openHouse } from '../http/house.ts'
import { operations } from './operations.ts'

export const handler = createHandler({ ...deliveries, ...patients }, operations, openHouse(process.env))
