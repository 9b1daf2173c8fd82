import { expect, test } from 'vitest'
import { sortWithStopNumbers } from '#shared/rules/stops.ts'

let ids = 0
const aPackage = (fields: object = {}) => ({
  id: `id-${ids++}`,
  delivery_date: '2026-11-22',
  time_range: '09:00-12:00',
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

test('packages for one address and unit are one stop, in any spelling and for any patients', () => {
  const [one, two] = [
    aPackage({ patient_id: 'ada' }),
    aPackage({ patient_id: 'ben', delivery_address: ' 12  HARBOR street', time_range: '15:00-18:00' }),
  ]
  expect(stopsOf([one, two])).toEqual([
    [1, one.id],
    [1, two.id],
  ])
})

test('another unit or another town is another stop', () => {
  const packages = [aPackage(), aPackage({ apt_suite_building: 'Apt 5' }), aPackage({ city: 'Hamden' })]
  expect(stopsOf(packages).map(([stop]) => stop)).toEqual([1, 2, 3])
})

test('a facility is one stop, whatever the rooms of its residents are', () => {
  const packages = ['Rm 10', 'Rm 11', ''].map((apt_suite_building) =>
    aPackage({ is_business_address: true, apt_suite_building }),
  )
  expect(stopsOf(packages).map(([stop]) => stop)).toEqual([1, 1, 1])
})

test('named packages come first with the others of their stop, and the rest is sorted by slot', () => {
  const [early, late] = [
    aPackage({ apt_suite_building: 'Apt 5' }),
    aPackage({ apt_suite_building: 'Apt 6', time_range: '18:00-21:00' }),
  ]
  const [one, two] = [aPackage(), aPackage({ time_range: '12:00-15:00' })]
  expect(stopsOf([early, late, one, two], [two.id])).toEqual([
    [1, two.id],
    [1, one.id],
    [2, early.id],
    [3, late.id],
  ])
})

test('settled stop numbers stay, gaps included, and stops that are added later get the next numbers', () => {
  const [one, three, added] = ['Apt 1', 'Apt 2', 'Apt 3'].map((apt_suite_building) => aPackage({ apt_suite_building }))
  if (!one || !three || !added) throw new Error('There are no packages')
  const settled = { [one.id]: 1, gone: 2, [three.id]: 3 }
  const early = { ...added, time_range: '06:00-09:00' }
  expect(
    sortWithStopNumbers([early, three, one], [one.id, 'gone', three.id], settled).map(({ stop, item }) => [
      stop,
      item.id,
    ]),
  ).toEqual([
    [1, one.id],
    [3, three.id],
    [4, early.id],
  ])
})

test('the number of a stop that was added to a run on its way does not change with what is added after it', () => {
  const unit = (apt_suite_building: string, fields: object) =>
    aPackage({ apt_suite_building, status: 'assigned', time_range: '15:00-18:00', ...fields })
  const one = unit('Apt 1', { status: 'in_progress' })
  const added = unit('Apt 2', { id: 'z', joined_at: '2026-11-22T15:00:00.000Z' })
  const takenOver = unit('Apt 3', {
    id: 'a',
    status: 'in_progress',
    time_range: '09:00-12:00',
    joined_at: '2026-11-22T15:01:00.000Z',
  })
  const numbersOf = (...packages: ReturnType<typeof aPackage>[]) =>
    sortWithStopNumbers(packages, [], { [one.id]: 1 }).map(({ stop, item }) => [item.id, stop])
  expect(numbersOf(one, added)).toEqual([
    [one.id, 1],
    ['z', 2],
  ])
  expect(numbersOf(one, takenOver, added)).toEqual([
    [one.id, 1],
    ['z', 2],
    ['a', 3],
  ])
})
