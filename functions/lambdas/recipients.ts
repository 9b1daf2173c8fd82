import * as tracking from '#shared/api/tracking.ts'
import { createHandler } from '../http/handler.ts'
import { openServices } from '../http/services.ts'
import { operations } from './operations/recipients.ts'

const services = openServices(process.env)

export const handler = createHandler(tracking, operations, services)
