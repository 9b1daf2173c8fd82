import type { AreaName, areas, Route } from '../api/areas.ts'
import { activityWords } from './activity.ts'
import { apiKeysWords } from './api-keys.ts'
import { attemptsWords } from './attempts.ts'
import { authWords } from './auth.ts'
import { counterWords } from './counter.ts'
import { deliveriesWords } from './deliveries.ts'
import { exportsWords } from './exports.ts'
import { factorsWords } from './factors.ts'
import { importsWords } from './imports.ts'
import { noticesWords } from './notices.ts'
import { organisationExportsWords } from './organisation-exports.ts'
import { ownPermissionsWords } from './own-permissions.ts'
import { patientsWords } from './patients.ts'
import { proofsWords } from './proofs.ts'
import { registrationWords } from './registration.ts'
import { runsWords } from './runs.ts'
import { sessionsWords } from './sessions.ts'
import { settingsWords } from './settings.ts'
import { trackingWords } from './tracking.ts'
import { usersWords } from './users.ts'
import type { Words, WordsFor } from './words.ts'

const words: { readonly [Area in AreaName]: WordsFor<(typeof areas)[Area]> } = {
  auth: { ...authWords, ...sessionsWords, ...factorsWords },
  users: {
    ...ownPermissionsWords,
    ...usersWords,
    ...settingsWords,
    ...activityWords,
    ...apiKeysWords,
    ...organisationExportsWords,
  },
  registration: registrationWords,
  deliveries: {
    ...deliveriesWords,
    ...patientsWords,
    ...counterWords,
    ...runsWords,
    ...attemptsWords,
    ...proofsWords,
    ...exportsWords,
    ...importsWords,
    ...noticesWords,
  },
  recipients: trackingWords,
}

/** The texts of a call. */
export function wordsOf({ area, name }: Pick<Route, 'area' | 'name'>): Words {
  const ofArea: Readonly<Record<string, Words>> = words[area]
  const found = ofArea[name]
  if (!found) throw new Error(`${name} has no words`)
  return found
}
