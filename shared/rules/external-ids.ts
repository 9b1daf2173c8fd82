/** Matches a number as a spreadsheet shortens it: `1.23457E+12`. Its last digits are lost, so it names no one. */
const shortened = /^[+-]?\d+([.,]\d+)?E\+\d+$/i

export const isShortenedNumber = (text: string): boolean => shortened.test(text.trim())

export const shortenedNumberText =
  'A spreadsheet has shortened this number. Format the column as text and export again.'

/** Removes the zeros at the beginning of an ID that consists of digits, as spreadsheets do. */
export const withoutLeadingZeros = (id: string): string => (/^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id)

/** The most digits of a number that a spreadsheet does not round. */
const spreadsheetDigits = 15

/** Returns the IDs that a spreadsheet would write like this one, without it: those with more or fewer zeros at their beginning. */
export function idsWithOtherZeros(id: string): string[] {
  const bare = withoutLeadingZeros(id)
  if (!/^\d+$/.test(id) || bare.length > spreadsheetDigits) return []
  const lengths = Array.from({ length: spreadsheetDigits - bare.length + 1 }, (_, i) => bare.length + i)
  return lengths.map((length) => bare.padStart(length, '0')).filter((other) => other !== id)
}
