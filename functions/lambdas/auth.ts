import * as auth from '#shared/api/auth.ts'
import * as factors from '#shared/api/factors.ts'
import * as sessions from '#shared/api/sessions.ts'
import { createHandler } from '../http/handler.ts'
import { openServices } from '../http/services.ts'
import { warmUp } from '../http/warm-up.ts'
import { authOperations } from './operations/auth.ts'

const services = openServices(process.env)
await warmUp(services)

export const handler = createHandler({ ...auth, ...sessions, ...factors }, authOperations, services)
