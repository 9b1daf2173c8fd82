/** Normalises a prescription number for comparison: upper case, no blanks, no leading zeros. */
export const rxKey = (rxNumber: string) =>
  rxNumber
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/^0+(?=.)/, '')

/**
 * How many characters at the beginning of a prescription number are part of its partition key in the table. A search for a number
 * needs at least this many characters.
 */
export const rxPrefixLength = 3

/** Returns the first characters of a normalised prescription number. Counting by code points keeps a surrogate pair whole. */
export const rxPrefix = (key: string) => [...key].slice(0, rxPrefixLength).join('')
