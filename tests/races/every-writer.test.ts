import { expect, test } from 'vitest'
import { everyCall } from '#tests/calls/every-call.ts'

/**
 * The calls that are raced with no other: they only record an event, or only keep the latest value, so they share nothing with
 * another call.
 */
const meetingNothing = [
  'POST /api/exports/lists',
  'POST /api/exports/patients/{id}',
  'POST /api/imports',
  'PUT /api/imports/columns',
]

test('every writing call is raced against at least one other', () => {
  const unmet = everyCall().filter(
    ({ entry, line }) =>
      entry.method !== 'GET' && !Object.values(line.races ?? {}).some((group) => Object.keys(group).length > 0),
  )
  expect(unmet.map(({ routeKey }) => routeKey).sort()).toEqual(meetingNothing.toSorted())
})
