import * as activity from '#shared/api/activity.ts'
import * as apiKeys from '#shared/api/api-keys.ts'
import * as organisationExports from '#shared/api/organisation-exports.ts'
import * as ownPermissions from '#shared/api/own-permissions.ts'
import * as settings from '#shared/api/settings.ts'
import * as users from '#shared/api/users.ts'
import { createHandler } from '../http/handler.ts'
import { openServices } from '../http/services.ts'
import { warmUp } from '../http/warm-up.ts'
import { userOperations } from './operations/users.ts'

const services = openServices(process.env)
await warmUp(services)

export const handler = createHandler(
  { ...ownPermissions, ...users, ...settings, ...activity, ...apiKeys, ...organisationExports },
  userOperations,
  services,
)
