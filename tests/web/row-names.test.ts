import { expect, test } from 'vitest'
import { uniqueRowNamer } from '../../web/ui/row-names.ts'

test('rows with the same name get distinct labels', () => {
  const rows = ['Ada Byron', 'Bo Li', 'Ada Byron'].map((name, index) => ({ id: String(index), name }))
  expect(rows.map(uniqueRowNamer(rows, ({ name }) => name))).toEqual([
    'Ada Byron (1 of 2)',
    'Bo Li',
    'Ada Byron (2 of 2)',
  ])
})
