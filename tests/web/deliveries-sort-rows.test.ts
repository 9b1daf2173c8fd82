import { describe, expect, it } from 'vitest'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { rowFilterOf, sortRows } from '../../web/features/deliveries/list/sort-rows.ts'
import { sortedColumn } from '../../web/features/deliveries/list/sortable-columns.ts'

const aRow = (fields: Partial<DeliveryRow>): DeliveryRow => ({
  id: 'one',
  external_id: '',
  version: 1,
  status: 'assigned',
  delivery_date: '2026-11-28',
  time_range: '09:00-12:00',
  patient_id: 'grace',
  patient_name: 'Grace',
  phone: '5550100142',
  delivery_address: '12 Elm Street',
  apt_suite_building: '',
  city: 'New Haven',
  state: 'CT',
  zip_code: '06510',
  pharmacist_id: null,
  pharmacist_name: null,
  total_copay: 0,
  total_price: 0,
  rx_count: 1,
  sku_count: 0,
  completed_at: null,
  asked: null,
  return_by: null,
  return_state: null,
  recorded_by_mistake: null,
  collect_copay: false,
  refrigerated: false,
  ...fields,
})

const rows: readonly DeliveryRow[] = [
  aRow({ id: 'done', status: 'delivered', patient_name: 'Ann', zip_code: '06511', total_copay: 5 }),
  aRow({ id: 'open', status: 'assigned', patient_name: 'bob', zip_code: '06510', total_copay: 12.5 }),
  aRow({ id: 'late', status: 'unassigned', patient_name: 'Cy', zip_code: '06519', time_range: '18:00-21:00' }),
]
const ids = (sort: string, view: 'current' | 'past' = 'current') => sortRows(rows, { sort, view }).map(({ id }) => id)

describe('the rows of the list', () => {
  it('have what is still to do above what is done in the Current tab', () => {
    expect(ids('')).toEqual(['open', 'late', 'done'])
    expect(ids('', 'past')).toEqual(['done', 'open', 'late'])
  })

  it('are sorted by a column in both directions', () => {
    expect(ids('patient')).toEqual(['done', 'open', 'late'])
    expect(ids('-total')).toEqual(['open', 'done', 'late'])
    expect(ids('address')).toEqual(['open', 'done', 'late'])
    expect(['patient', '-patient', 'actions', 'constructor', ''].map(sortedColumn)).toEqual([
      'patient',
      'patient',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('are selected by time range, ZIP code and words', () => {
    const chosen = (filter: object) =>
      rows.filter(rowFilterOf({ time: '', zip: '', text: '', ...filter }) ?? (() => true)).map(({ id }) => id)
    expect(chosen({})).toEqual(['done', 'open', 'late'])
    expect(chosen({ time: '18:00-21:00' })).toEqual(['late'])
    expect(chosen({ zip: '0651' })).toHaveLength(3)
    expect(chosen({ zip: '06510' })).toEqual(['open'])
    expect(chosen({ text: 'BOB 0651' })).toEqual(['open'])
  })
})
