import type { ApiRoute, AreaName, apiAreas } from '../api/areas.ts'
import { activityDocs } from './activity.ts'
import { apiKeysDocs } from './api-keys.ts'
import { attemptsDocs } from './attempts.ts'
import { authDocs } from './auth.ts'
import type { AreaDocs, CallDocs } from './call-docs.ts'
import { deliveriesDocs } from './deliveries.ts'
import { exportsDocs } from './exports.ts'
import { factorsDocs } from './factors.ts'
import { importsDocs } from './imports.ts'
import { organisationExportsDocs } from './organisation-exports.ts'
import { ownPermissionsDocs } from './own-permissions.ts'
import { patientsDocs } from './patients.ts'
import { proofsDocs } from './proofs.ts'
import { recipientUpdatesDocs } from './recipient-updates.ts'
import { registrationDocs } from './registration.ts'
import { runsDocs } from './runs.ts'
import { searchAndDayDocs } from './search-and-day.ts'
import { sessionsDocs } from './sessions.ts'
import { settingsDocs } from './settings.ts'
import { trackingDocs } from './tracking.ts'
import { usersDocs } from './users.ts'

const docsOfAreas: { readonly [Area in AreaName]: AreaDocs<(typeof apiAreas)[Area]> } = {
  auth: { ...authDocs, ...sessionsDocs, ...factorsDocs },
  users: {
    ...ownPermissionsDocs,
    ...usersDocs,
    ...settingsDocs,
    ...activityDocs,
    ...apiKeysDocs,
    ...organisationExportsDocs,
  },
  registration: registrationDocs,
  deliveries: {
    ...deliveriesDocs,
    ...patientsDocs,
    ...searchAndDayDocs,
    ...runsDocs,
    ...attemptsDocs,
    ...proofsDocs,
    ...exportsDocs,
    ...importsDocs,
    ...recipientUpdatesDocs,
  },
  recipients: trackingDocs,
}

/** Returns the texts that the OpenAPI document has for a call. Throws if there are none. */
export function findCallDocs({ area, name }: Pick<ApiRoute, 'area' | 'name'>): CallDocs {
  const ofArea: Readonly<Record<string, CallDocs>> = docsOfAreas[area]
  const found = ofArea[name]
  if (!found) throw new Error(`${name} has no docs`)
  return found
}
