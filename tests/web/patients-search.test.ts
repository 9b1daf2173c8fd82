import { describe, expect, it } from 'vitest'
import { directoryQuery, isLongEnoughToSearch } from '../../web/features/patients/patient-search.ts'

describe('the directory of patients', () => {
  it('lists everybody by a single space while its box is empty', () => expect(directoryQuery('')).toBe(' '))
  it('lists everybody until two characters are typed', () => {
    expect(directoryQuery(' m ')).toBe(' ')
    expect(isLongEnoughToSearch('m ')).toBe(false)
  })
  it('searches from two characters on', () => {
    expect(directoryQuery(' ma ')).toBe('ma')
    expect(isLongEnoughToSearch('ma')).toBe(true)
  })
})
