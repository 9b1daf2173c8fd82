import { type ApiRoute, type AreaName, type apiAreas, listRoutes } from '#shared/api/areas.ts'
import { lazyValue } from '#shared/model/lazy.ts'
import { activityCalls } from './activity.ts'
import { apiKeyCalls } from './api-keys.ts'
import { authCalls } from './auth.ts'
import type { CallLine, CallsOf } from './call.ts'
import { deliveryCalls } from './deliveries.ts'
import { exportCalls } from './exports.ts'
import { importCalls } from './imports.ts'
import { organisationExportCalls } from './organisation-exports.ts'
import { patientCalls } from './patients.ts'
import { proofCalls } from './proofs.ts'
import { noticeCalls } from './recipient-updates.ts'
import { registrationCalls } from './registration.ts'
import { runCalls } from './runs.ts'
import { searchAndDayCalls } from './search-and-day.ts'
import { sessionCalls } from './sessions.ts'
import { trackingCalls } from './tracking.ts'
import { userCalls } from './users.ts'

const lines: { readonly [Area in AreaName]: CallsOf<(typeof apiAreas)[Area]> } = {
  auth: { ...authCalls, ...sessionCalls },
  users: { ...userCalls, ...activityCalls, ...apiKeyCalls, ...organisationExportCalls },
  registration: registrationCalls,
  deliveries: {
    ...deliveryCalls,
    ...patientCalls,
    ...searchAndDayCalls,
    ...runCalls,
    ...proofCalls,
    ...exportCalls,
    ...importCalls,
    ...noticeCalls,
  },
  recipients: trackingCalls,
}

/** A route of the API contract, with its line: what the test suites know about the call. */
export interface Call extends ApiRoute {
  line: CallLine
}

/** Returns the method and path of every line. */
export const routeKeysWithLines = (): string[] => Object.values(lines).flatMap((area) => Object.keys(area))

/** Returns every call of the contract with its line. Throws if a call has none. */
export const everyCall = lazyValue((): readonly Call[] => {
  const lineOf = new Map(Object.values(lines).flatMap((area) => Object.entries<CallLine>(area)))
  return listRoutes().map((route) => {
    const line = lineOf.get(route.routeKey)
    if (!line) throw new Error(`${route.routeKey} has no line in tests/calls`)
    return { ...route, line }
  })
})
