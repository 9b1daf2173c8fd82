import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActivityEvent } from '#shared/model/activity.ts'
import { readCsv } from '#tests/support/read-csv.ts'
import { activityCsvHeader, activityCsvLines } from '../../web/features/activity/activity-csv.ts'
import {
  activityAddressParams,
  activityFiltersFrom,
  activityQueryOf,
} from '../../web/features/activity/activity-filters.ts'
import type { UserNameLookup } from '../../web/features/activity/event-words.ts'
import { setShownTimeZone } from '../../web/lib/browser/shown-time-zone.ts'

beforeAll(() => setShownTimeZone('America/Los_Angeles'))
afterAll(() => setShownTimeZone(''))
const nameOf: UserNameLookup = () => undefined

const event: ActivityEvent = {
  id: 'e1',
  at: '2026-11-22T12:00:00.000Z',
  actor: { id: 'u1', name: '=HYPERLINK("x")', email: 'paula@example.com' },
  action: 'delivery.edited',
  subject: { type: 'delivery', id: 'd1', label: 'Grace "Amazing" Hopper' },
  patient_id: 'p1',
  changes: [{ field: 'delivery_address', from: '1 Old Road', to: null }],
  place: '192.0.2.1',
  request_id: 'r1',
}

test('an export has one row per event, with as many cells as the header', () => {
  const [head = [], cells = [], ...more] = readCsv(activityCsvHeader() + activityCsvLines([event], nameOf))
  expect(more).toEqual([])
  expect(cells).toHaveLength(head.length)
  expect(cells[0]).toBe('11/22/2026 4:00 AM PST')
  expect(cells[head.indexOf('Exact time')]).toBe('2026-11-22T04:00:00.000-08:00')
  expect(cells.slice(2, 4)).toEqual(['paula@example.com', 'changed the address of a delivery'])
  expect(cells).toContain('Delivery address: 1 Old Road → –')
  expect(readCsv(activityCsvLines([event, event], nameOf))).toHaveLength(2)
})

test('the address contains the filters, and invalid ones are ignored', () => {
  const filters = activityFiltersFrom(new URLSearchParams('person=u1&action=delivery.read&from=2026-11-01&patient=p1'))
  expect(activityAddressParams(filters).toString()).toBe('person=u1&action=delivery.read&from=2026-11-01&patient=p1')
  expect(activityQueryOf(filters)).toEqual({
    actor_id: 'u1',
    action: 'delivery.read',
    from: '2026-11-01',
    patient_id: 'p1',
  })
  expect(activityQueryOf(activityFiltersFrom(new URLSearchParams('looks=1&action=x&to=2026-02-30')))).toEqual({})
  expect(activityQueryOf(activityFiltersFrom(new URLSearchParams()))).toEqual({ kind: 'changes' })
})
