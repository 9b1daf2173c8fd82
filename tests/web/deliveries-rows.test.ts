import { beforeEach, describe, expect, it } from 'vitest'
import { type DeliveryStatus, deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { canComplete } from '../../web/features/deliveries/can-complete.ts'
import {
  cityLine,
  deliveryTimeText,
  mapsSearchUrl,
  pharmacistName,
  phoneLine,
  streetLine,
  totalAmountText,
} from '../../web/features/deliveries/delivery-text.ts'
import {
  canChangeOnDetailPage,
  canDeleteRow,
  canEditRow,
  canPrint,
  canStart,
} from '../../web/features/deliveries/row-actions.ts'
import { setShownTimeZone } from '../../web/lib/browser/shown-time-zone.ts'
import { timeRangeLabel } from '../../web/lib/session/shown-time-ranges.ts'

const passing = (
  rule: (row: { status: DeliveryStatus; pharmacist_id: string | null }) => boolean,
  pharmacist_id = 'u1',
) => deliveryStatuses.filter((status) => rule({ status, pharmacist_id }))

describe('a delivery', () => {
  it('can be completed only in progress', () => expect(passing(canComplete)).toEqual(['in_progress']))
  it('can be deleted from the list while pending', () => expect(passing(canDeleteRow)).toEqual(['pending']))
  it('can be edited and deleted on its page while planned', () =>
    expect(passing(canChangeOnDetailPage)).toEqual(['unassigned', 'assigned']))
  it('can be started only by the driver it is assigned to', () => {
    expect(passing((row) => canStart(row, 'u1'))).toEqual(['assigned'])
    expect(passing((row) => canStart(row, 'u2'))).toEqual([])
  })
  it('can be printed unless delivered', () =>
    expect(passing(canPrint)).toEqual(deliveryStatuses.filter((status) => status !== 'delivered')))
  it('can be edited from the list while planned, once it has a pharmacist', () => {
    expect(passing(canEditRow)).toEqual(['unassigned', 'assigned'])
    expect(canEditRow({ status: 'assigned', pharmacist_id: null })).toBe(false)
  })
})

describe('the time of a row', () => {
  // Another test file may have set an organisation's time zone, so set the machine's.
  beforeEach(() => setShownTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone))
  it('is the label of its time range', () =>
    expect(deliveryTimeText({ time_range: '09:00-12:00', delivery_date: '2026-01-05' })).toBe('9:00 AM - 12:00 PM'))
  it('is otherwise the time in its date', () =>
    expect(deliveryTimeText({ time_range: '', delivery_date: '2026-01-05T15:04:00' })).toBe('3:04 PM'))
  it('is empty for a day without a time, and invalid for an invalid date', () => {
    expect(deliveryTimeText({ time_range: '', delivery_date: '2026-01-05' })).toBe('N/A')
    expect(deliveryTimeText({ time_range: '', delivery_date: 'T' })).toBe('Date error')
  })
})

describe('a row', () => {
  const address = {
    delivery_address: '12 Main St & 3rd',
    apt_suite_building: 'Apt 4',
    city: 'New Haven',
    state: 'CT',
    zip_code: '06510',
  }

  it('shows the phone, or that there is none', () => {
    expect([phoneLine('(555) 010-0100'), phoneLine('')]).toEqual(['(555) 010-0100', 'No phone'])
  })

  it('shows the whole address and searches the map for the street', () => {
    expect([streetLine(address), cityLine(address)]).toEqual(['12 Main St & 3rd, Apt 4', 'New Haven, CT 06510'])
    expect(new URL(mapsSearchUrl(address)).searchParams.get('query')).toBe('12 Main St & 3rd, New Haven, CT 06510')
  })

  it('omits missing parts of an address', () => {
    const bare = { ...address, apt_suite_building: '', state: '' }
    expect([streetLine(bare), cityLine(bare)]).toEqual(['12 Main St & 3rd', 'New Haven, 06510'])
  })

  it('shows the label of a time range, or an unknown one as it is', () => {
    expect(timeRangeLabel('15:00-18:00')).toBe('3:00 PM - 6:00 PM')
    expect(timeRangeLabel('at night')).toBe('at night')
  })

  it('totals copay and price without losing a cent', () => {
    expect(totalAmountText({ total_copay: 0.1, total_price: 0.2 })).toBe('$0.30')
  })

  it.each([
    [{ full_name: 'Priya Nair', email: 'priya@x.example' }, 'Priya Nair'],
    [{ full_name: ' ', email: 'priya@x.example' }, 'priya'],
    [{ full_name: '', email: '' }, 'Pharmacist u1'],
  ])('names the pharmacist if it is %j', (names, shown) => {
    expect(pharmacistName({ id: 'u1', ...names })).toBe(shown)
  })
})
