import { expect, test } from 'vitest'
import { builtRoutes } from '#shared/api/areas.ts'
import type { Entry } from '#shared/api/contract.ts'
import { accountWriters, linkWriters } from './account-writers.ts'
import { deliveryWriters } from './delivery-writers.ts'
import { patientWriters } from './patient-writers.ts'
import { peopleWriters } from './people-writers.ts'
import { productWriters, signUpWriters } from './sign-up-writers.ts'

const paired = new Set<Entry>(
  [
    ...deliveryWriters,
    ...patientWriters,
    ...peopleWriters,
    ...accountWriters,
    ...linkWriters,
    ...signUpWriters,
    ...productWriters,
  ].map(({ entry }) => entry),
)

test('every call that changes something meets others in pairs', () => {
  const unmet = builtRoutes().filter(({ entry }) => entry.method !== 'GET' && !paired.has(entry))
  expect(unmet.map(({ routeKey }) => routeKey)).toEqual([])
})
