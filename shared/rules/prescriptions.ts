/** A prescription number as it is compared: in upper case, without blanks and leading zeros. */
export const rxKey = (rxNumber: string) =>
  rxNumber
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/^0+(?=.)/, '')

/** The index of prescriptions is divided by this many characters at the start of a number, so a search needs at least as many. */
export const rxPrefixLength = 3

/** The first characters of a compared number. A character outside the basic plane is never cut in half. */
export const rxPrefix = (key: string) => [...key].slice(0, rxPrefixLength).join('')
