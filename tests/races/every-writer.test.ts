import { expect, test } from 'vitest'
import { everyCall } from '#tests/calls/every-call.ts'

test('every call that changes something meets others in pairs', () => {
  const unmet = everyCall().filter(
    ({ entry, line }) =>
      entry.method !== 'GET' && !Object.values(line.races ?? {}).some((group) => Object.keys(group).length > 0),
  )
  expect(unmet.map(({ routeKey }) => routeKey)).toEqual([])
})
