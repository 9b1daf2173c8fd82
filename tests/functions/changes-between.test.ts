import { expect, test } from 'vitest'
import { changesBetween } from '#functions/data/changes.ts'

test('only fields that differ are changes', () => {
  expect(changesBetween({ a: 1, b: 'x', c: true }, { a: 1, b: 'y', c: true })).toEqual([
    { field: 'b', from: 'x', to: 'y' },
  ])
})

test('a field that is added or removed is null on its other side, and null counts as absent', () => {
  expect(changesBetween({ a: 'x', b: null }, { c: 0 })).toEqual([
    { field: 'c', from: null, to: 0 },
    { field: 'a', from: 'x', to: null },
  ])
})

test('changes are in the order of the new values, whatever order the old ones had', () => {
  const changes = changesBetween(
    { rows: [{ copay: 5, rx_number: 'RX-2' }] },
    { rows: [{ rx_number: 'RX-9', copay: 7 }] },
  )
  expect(changes.map(({ field }) => field)).toEqual(['rows.0.rx_number', 'rows.0.copay'])
})

test('a field of a row is named by its path, and a list of strings is one field', () => {
  const before = { rows: [{ n: 1 }, { n: 2 }], tags: ['a', 'b'] }
  expect(changesBetween(before, { rows: [{ n: 1 }, { n: 3 }], tags: ['a'] })).toEqual([
    { field: 'rows.1.n', from: 2, to: 3 },
    { field: 'tags', from: 'a, b', to: 'a' },
  ])
})
