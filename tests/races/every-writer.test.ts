import { expect, test } from 'vitest'
import { everyCall } from '#tests/calls/every-call.ts'

/** They leave an event and change nothing, or keep what the last one says: there is nothing to meet at. */
const meetingNothing = [
  'POST /api/exports/lists',
  'POST /api/exports/patients/{id}',
  'POST /api/imports',
  'PUT /api/imports/columns',
]

test('every call that changes something meets others in pairs', () => {
  const unmet = everyCall().filter(
    ({ entry, line }) =>
      entry.method !== 'GET' && !Object.values(line.races ?? {}).some((group) => Object.keys(group).length > 0),
  )
  expect(unmet.map(({ routeKey }) => routeKey)).toEqual(meetingNothing)
})
