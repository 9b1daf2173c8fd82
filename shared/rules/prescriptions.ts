/** Normalises a prescription number for comparison: upper case, no blanks, no leading zeros. */
export const rxKey = (rxNumber: string) =>
  rxNumber
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/^0+(?=.)/, '')

/**
 * The number of leading characters of a prescription number that are part of its partition key in the table. A search for a number
 * needs at least as many.
 */
export const rxPrefixLength = 3

/** Returns the first characters of a normalised prescription number. Counting by code points keeps a surrogate pair whole. */
export const rxPrefix = (key: string) => [...key].slice(0, rxPrefixLength).join('')
