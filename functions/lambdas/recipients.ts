import * as tracking from '#shared/api/tracking.ts'
import { createHandler } from '../http/handler.ts'
import { openServices } from '../http/services.ts'
import { warmUp } from '../http/warm-up.ts'
import { operations } from './operations/recipients.ts'

const services = openServices(process.env)
await warmUp(services)

export const handler = createHandler(tracking, operations, services)
