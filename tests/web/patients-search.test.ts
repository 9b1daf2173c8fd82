import { describe, expect, it } from 'vitest'
import { directoryQuery, isLongEnoughToSearch } from '../../web/features/patients/patient-search.ts'

describe('the patient directory', () => {
  it('lists all patients for a single space', () => expect(directoryQuery('')).toBe(' '))
  it('lists all patients until two characters are typed', () => {
    expect(directoryQuery(' m ')).toBe(' ')
    expect(isLongEnoughToSearch('m ')).toBe(false)
  })
  it('searches from two characters on', () => {
    expect(directoryQuery(' ma ')).toBe('ma')
    expect(isLongEnoughToSearch('ma')).toBe(true)
  })
})
