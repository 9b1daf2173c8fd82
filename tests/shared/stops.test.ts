import { expect, test } from 'vitest'
import { sortWithStopNumbers } from '#shared/rules/stops.ts'

let ids = 0
const aPackage = (fields: object = {}) => ({
  id: `id-${ids++}`,
  delivery_date: '2026-11-22',
  time_range: '09:00-12:00',
  patient_id: 'grace',
  delivery_address: '12 Harbor Street',
  apt_suite_building: 'Apt 4',
  city: 'New Haven',
  state: 'CT',
  zip_code: '06510',
  is_business_address: false,
  ...fields,
})
const stopsOf = (packages: ReturnType<typeof aPackage>[], order: string[] = []) =>
  sortWithStopNumbers(packages, order).map(({ stop, item }) => [stop, item.id])

test('packages of one patient at one address and unit are one stop, in any spelling', () => {
  const [one, two] = [aPackage(), aPackage({ delivery_address: ' 12  HARBOR street', time_range: '15:00-18:00' })]
  expect(stopsOf([one, two])).toEqual([
    [1, one.id],
    [1, two.id],
  ])
})

test('another unit, patient or town is another stop', () => {
  const packages = [
    aPackage(),
    aPackage({ apt_suite_building: 'Apt 5' }),
    aPackage({ patient_id: 'ada' }),
    aPackage({ city: 'Hamden' }),
  ]
  expect(stopsOf(packages).map(([stop]) => stop)).toEqual([1, 2, 3, 4])
})

test('a business is one stop for all its patients', () => {
  const packages = [aPackage({ is_business_address: true }), aPackage({ is_business_address: true, patient_id: 'ada' })]
  expect(stopsOf(packages).map(([stop]) => stop)).toEqual([1, 1])
})

test('named packages come first with the others of their stop, and the rest is sorted by slot', () => {
  const [early, late] = [aPackage({ patient_id: 'ada' }), aPackage({ patient_id: 'bob', time_range: '18:00-21:00' })]
  const [one, two] = [aPackage(), aPackage({ time_range: '12:00-15:00' })]
  expect(stopsOf([early, late, one, two], [two.id])).toEqual([
    [1, two.id],
    [1, one.id],
    [2, early.id],
    [3, late.id],
  ])
})
