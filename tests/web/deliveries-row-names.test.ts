import { expect, test } from 'vitest'
import { rowNames } from '../../web/features/deliveries/list/row-names.ts'

const row = (id: string, patient_name: string) => ({ id, patient_name })

test('controls of rows are told apart where patients have one name', () => {
  const names = rowNames([row('1', 'Ada Byron'), row('2', 'Bo Li'), row('3', 'Ada Byron')])
  expect(Object.fromEntries(names)).toEqual({ 1: 'Ada Byron (1 of 2)', 2: 'Bo Li', 3: 'Ada Byron (2 of 2)' })
})
