import { isZeroZipOf, stateCode } from '#shared/rules/states.ts'

/** The parts of a place. A part that is not there is ''. */
export interface Place {
  address: string
  city: string
  state: string
  zip_code: string
}

const country = /[\s,]+(?:usa?|u\.s\.a?\.?|united states(?: of america)?)\.?$/i
const zipAtEnd = /^(.*?)[\s,]*\b(\d{5}(?:-?\d{4})?|\d{3,4})$/

/**
 * Takes a place of one cell apart: `New Haven, CT 06510`, `New Haven CT`, or with a street before it. Returns undefined if there is
 * no city before the state.
 */
export function readPlace(cell: string, has: 'street' | 'city'): Place | undefined {
  const text = cell.replace(/\s*[\r\n]+\s*/g, ', ').replace(country, '')
  const [, beforeZip = text, zip_code = ''] = zipAtEnd.exec(text) ?? []
  const found = splitState(beforeZip.replace(/[\s,]+$/, ''))
  if (!found) return undefined
  const parts = found.before
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const city = parts.at(-1) ?? ''
  const address = parts.slice(0, -1).join(', ')
  if (!city || (has === 'street') === (address === '')) return undefined
  return { address, city, state: found.state, zip_code }
}

/** Splits the state off the end of a text. The longest name that is a state counts: `New York`, `District of Columbia`. */
function splitState(text: string) {
  const words = text.split(/[\s,]+/)
  for (let count = Math.min(4, words.length - 1); count > 0; count--) {
    const state = stateCode(words.slice(-count).join(' '))
    const end = new RegExp(`[\\s,]+${words.slice(-count).map(escaped).join('[\\s,]+')}$`).exec(text)
    if (state && end) return { state, before: text.slice(0, end.index) }
  }
  return undefined
}

const escaped = (word: string) => word.replace(/[^\w]/g, '\\$&')

/** Whether a cell has a street, a city, a state and a ZIP code. */
export const isFullAddress = (cell: string): boolean => {
  const place = readPlace(cell, 'street')
  return place !== undefined && place.zip_code !== ''
}

const incompleteZip = (state: string) =>
  state
    ? `This ZIP code is incomplete. With leading zeros, it would be outside ${state}.`
    : 'This ZIP code is incomplete'

/**
 * Restores the zeros at the beginning of a ZIP code, which spreadsheets drop because they take it for a number. This is done only if
 * the ZIP code is then one of the row's state.
 */
export function readZip(cell: string, state: string): { value: string } | { problem: string } {
  const [, digits = '', more = ''] = /^(\d{3,4})(-\d{4})?$/.exec(cell) ?? /^(\d{3,4})(\d{4})$/.exec(cell) ?? []
  if (!digits) return { value: cell.replace(/^(\d{5})-?0000$/, '$1').replace(/^(\d{5})(\d{4})$/, '$1-$2') }
  const zip = digits.padStart(5, '0')
  if (!isZeroZipOf(zip, stateCode(state) ?? '')) return { problem: incompleteZip(state) }
  return { value: more ? `${zip}-${more.replace('-', '')}` : zip }
}
