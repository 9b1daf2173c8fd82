import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import {
  addressParamsOfFilters,
  applyFilterChange,
  filtersOfView,
  foundDeliveriesText,
} from '../../web/features/deliveries/list/list-filters.ts'
import { listFiltersFrom, listQuery } from '../../web/features/deliveries/list/list-query.ts'

const today = '2025-01-05'
const read = (search: string) => listFiltersFrom(new URLSearchParams(search), today)

describe('the filters of the delivery list', () => {
  it('show today and every status but pending and failed in the Current tab', () => {
    expect(listQuery(read(''), today)).toEqual({
      view: 'current',
      today,
      status: 'unassigned,in_progress,assigned,delivered,cancelled',
      delivery_date: today,
    })
  })

  it('show every status and every date in the Past tab', () => {
    expect(listQuery(read('view=past'), today)).toEqual({ view: 'past', today })
  })

  it('send a cleared date as no date and Unassigned as null', () => {
    expect(listQuery(read('date=any&status=pending&pharmacist=unassigned'), today)).toEqual({
      view: 'current',
      today,
      status: 'pending',
      pharmacist_id: 'null',
    })
  })

  it('query today’s open deliveries for Late, and reset Late on another day', () => {
    const filters = read('view=past&status=late&date=2025-03-01')
    expect(filters).toMatchObject({ view: 'current', status: 'late', pharmacist: '', date: today })
    expect(listQuery(filters, today)).toMatchObject({ status: 'pending,unassigned,assigned,in_progress', today })
    expect(applyFilterChange(filters, { pharmacist: 'p1' }, today).status).toBe('late')
    expect(applyFilterChange(filters, { date: '2025-01-06' }, today)).toMatchObject({ status: '', date: '2025-01-06' })
    expect(applyFilterChange(read('date=2025-03-01'), { status: 'late' }, today)).toMatchObject({ status: 'late' })
  })

  it('ignore invalid values in the address', () => {
    expect(read('view=patients&status=lost&date=2025-02-30')).toEqual(read(''))
  })

  it('keep the pharmacist in the other tab, with that tab’s own status and date', () => {
    const current = read('pharmacist=p1&status=assigned&date=2025-02-01')
    expect(filtersOfView('past', current, today)).toEqual({
      ...read('view=past'),
      pharmacist: 'p1',
    })
    expect(filtersOfView('current', current, today).date).toBe(today)
  })

  it('survive a round trip through the address', () => {
    const filters = fc.record({
      view: fc.constantFrom('current' as const, 'past' as const),
      status: fc.constantFrom('' as const, ...deliveryStatuses),
      pharmacist: fc.constantFrom('', 'unassigned', '3f2c'),
      date: fc.constantFrom('', today, '2025-03-01'),
      time: fc.constantFrom('', '09:00-12:00'),
      zip: fc.constantFrom('', '065'),
      from: fc.constant(''),
      to: fc.constant(''),
      text: fc.constant(''),
      sort: fc.constantFrom('', 'patient', '-total'),
    })
    fc.assert(
      fc.property(filters, (given) => {
        expect(listFiltersFrom(addressParamsOfFilters(given, today), today)).toEqual(given)
      }),
    )
  })

  it('of past days and a search are part of the address of the Past tab alone', () => {
    const chosen = { ...read('view=past'), from: '2026-01-01', to: '2026-01-31', text: 'grace elm' }
    const address = addressParamsOfFilters(chosen, today).toString()
    expect(read(address)).toEqual(chosen)
    expect(listQuery(read(address), today)).toMatchObject({ from: '2026-01-01', to: '2026-01-31' })
    expect(read('from=2026-01-01&q=grace')).toMatchObject({ from: '', text: '' })
  })

  it('leave the address short while nothing is chosen', () => {
    expect(addressParamsOfFilters(read(''), today).toString()).toBe('')
  })
})

describe('the count line', () => {
  it.each([
    [0, false, '0 deliveries found'],
    [1, false, '1 delivery found'],
    [2, false, '2 deliveries found'],
    [50, true, '50+ deliveries found'],
    [1, true, '1+ deliveries found'],
  ])('says for %i, with more to come %s', (count, moreFollows, line) => {
    expect(foundDeliveriesText(count, moreFollows)).toBe(line)
  })

  it('names completions that were recorded by mistake, which the dashboard does not count', () => {
    expect(foundDeliveriesText(22, false, 1)).toBe('22 deliveries found, 1 recorded by mistake')
  })
})
