import * as registration from '#shared/api/registration.ts'
import { createHandler } from '../http/handler.ts'
import { openServices } from '../http/services.ts'
import { warmUp } from '../http/warm-up.ts'
import { registrationOperations } from './operations/registration.ts'

const services = openServices(process.env)
await warmUp(services)

export const handler = createHandler(registration, registrationOperations, services)
