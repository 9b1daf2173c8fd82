import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActivityEvent } from '#shared/model/activity.ts'
import {
  eventChangesInWords,
  queryFiltersInWords,
  subjectInWords,
  type UserNameLookup,
} from '../../web/features/activity/event-words.ts'
import { mergeRepeatedLooks } from '../../web/features/activity/merge-looks.ts'
import { setShownTimeZone } from '../../web/lib/browser/shown-time-zone.ts'

const lena = 'feb47ff9-877e-4a0d-9a55-1f3f6f5f7c11'
const nameOf: UserNameLookup = (id) => (id === lena ? 'Lena Late' : undefined)
beforeAll(() => setShownTimeZone('America/Los_Angeles'))
afterAll(() => setShownTimeZone(''))

const anEvent = (more: Partial<ActivityEvent>): ActivityEvent => ({
  id: 'e1',
  at: '2026-11-24T11:47:00.000Z',
  actor: { id: 'u1', name: 'Paula Mills', email: 'paula@example.com' },
  action: 'delivery.read',
  subject: { type: 'delivery', id: 'd1', label: 'Ada Kane, 2026-11-23' },
  patient_id: 'p1',
  place: '192.0.2.1',
  request_id: 'r1',
  ...more,
})

describe('the text of an event', () => {
  test('of a delivery names its patient and its day', () => {
    expect(subjectInWords(anEvent({}), nameOf)).toBe('Ada Kane, Nov 23, 2026')
  })

  test('of a list names its day and the pharmacist', () => {
    const listed = { action: 'delivery.listed', subject: { type: 'delivery', id: null, label: '' } }
    const query = { view: 'current', delivery_date: '2026-11-24', pharmacist_id: lena, today: '2026-11-24' }
    expect(subjectInWords(anEvent({ ...listed, query }), nameOf)).toBe('Nov 24, 2026, Lena Late')
    expect(queryFiltersInWords(anEvent({ ...listed, query: { ...query, pharmacist_id: 'null' } }), nameOf)).toEqual([
      ['View', 'Current'],
      ['Date', 'Nov 24, 2026'],
      ['Pharmacist', 'Unassigned'],
    ])
    expect(subjectInWords(anEvent({ ...listed, query: { pharmacist_id: 'gone' } }), nameOf)).toBe('Someone else')
  })

  test('of a change has names, days and times in readable form, and no ID', () => {
    const changes = [
      { field: 'pharmacist_id', from: null, to: lena },
      { field: 'pharmacist_name', from: null, to: 'Lena Late' },
      { field: 'delivery_date', from: '2026-11-23', to: '2026-11-24' },
      { field: 'status', from: 'unassigned', to: 'in_progress' },
      { field: 'completed_at', from: null, to: '2026-11-24T11:47:00.000Z' },
      { field: 'signature_required', from: false, to: true },
      { field: 'delivery_notes', from: '', to: 'assigned' },
      { field: 'rx_information.0.rx_number', from: 'RX-1', to: 'RX-2' },
    ]
    expect(eventChangesInWords(anEvent({ changes }))).toEqual([
      { field: 'Pharmacist', from: '–', to: 'Lena Late' },
      { field: 'Delivery date', from: 'Nov 23, 2026', to: 'Nov 24, 2026' },
      { field: 'Status', from: 'Unassigned', to: 'In Progress' },
      { field: 'Completed at', from: '–', to: 'Nov 24, 2026 3:47 AM' },
      { field: 'Signature required', from: 'No', to: 'Yes' },
      { field: 'Delivery notes', from: '–', to: 'assigned' },
      { field: 'Prescription 1: RX number', from: 'RX-1', to: 'RX-2' },
    ])
  })
})

describe('a user’s identical views', () => {
  const look = (minute: number, more: Partial<ActivityEvent> = {}) =>
    anEvent({ id: `e${minute}`, at: `2026-11-24T11:${String(minute).padStart(2, '0')}:00.000Z`, ...more })
  const rowsOf = (events: ActivityEvent[]) =>
    mergeRepeatedLooks(events).map(({ event, times }) => [event.id, times.length])

  test('within ten minutes of the newest are one row, even with other events between', () => {
    const other = look(45, { subject: { type: 'delivery', id: 'd2', label: '' } })
    expect(rowsOf([look(50), other, look(44), look(40), look(39)])).toEqual([
      ['e50', 3],
      ['e45', 1],
      ['e39', 1],
    ])
  })

  test('are separate for another user, another place or another subject', () => {
    const openedByPaula = look(49, { actor: { id: 'u2', name: 'Paula Mills', email: null } })
    const elsewhere = look(48, { place: '198.51.100.1' })
    const search = (minute: number, q: string) => look(minute, { action: 'patient.searched', query: { q } })
    expect(rowsOf([look(50), openedByPaula, elsewhere, search(47, 'an'), search(46, 'ann')])).toHaveLength(5)
  })

  test('are separate rows if something was changed', () => {
    expect(rowsOf([look(50, { action: 'delivery.edited' }), look(49, { action: 'delivery.edited' })])).toHaveLength(2)
  })
})
