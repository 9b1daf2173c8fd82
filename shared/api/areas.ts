import * as activity from './activity.ts'
import * as apiKeys from './api-keys.ts'
import * as attempts from './attempts.ts'
import * as auth from './auth.ts'
import { type Entry, routeKeyOf } from './contract.ts'
import * as deliveries from './deliveries.ts'
import * as exports from './exports.ts'
import * as factors from './factors.ts'
import * as imports from './imports.ts'
import * as organisationExports from './organisation-exports.ts'
import * as ownPermissions from './own-permissions.ts'
import * as patients from './patients.ts'
import * as proofs from './proofs.ts'
import * as recipientUpdates from './recipient-updates.ts'
import * as registration from './registration.ts'
import * as runs from './runs.ts'
import * as searchAndDay from './search-and-day.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as tracking from './tracking.ts'
import * as users from './users.ts'

/**
 * The areas of the API. Each is a set of calls that one Lambda function serves, and the function has exactly the rights that these
 * calls need. A new area also needs a file in `functions/lambdas`; `npm run check` then names its missing needs and its missing
 * lines in `tests/calls`.
 */
export const apiAreas = {
  auth: { ...auth, ...sessions, ...factors },
  users: { ...ownPermissions, ...users, ...settings, ...activity, ...apiKeys, ...organisationExports },
  registration,
  deliveries: {
    ...deliveries,
    ...patients,
    ...searchAndDay,
    ...runs,
    ...attempts,
    ...proofs,
    ...exports,
    ...imports,
    ...recipientUpdates,
  },
  recipients: tracking,
} as const

export type AreaName = keyof typeof apiAreas

export interface ApiRoute {
  area: AreaName
  name: string
  entry: Entry
  /** The method and path in API Gateway's notation, such as `GET /api/deliveries/{id}`. */
  routeKey: string
}

const isArea = (name: string): name is AreaName => name in apiAreas

/** Returns a route for every call of the contract. The gateway and the local server take their API routes from it. */
export const listRoutes = (): ApiRoute[] =>
  Object.keys(apiAreas)
    .filter(isArea)
    .flatMap((area) =>
      Object.entries<Entry>(apiAreas[area]).map(([name, entry]) => ({
        area,
        name,
        entry,
        routeKey: routeKeyOf(entry),
      })),
    )
