/** A prescription number as it is compared: in upper case, without blanks and leading zeros. */
export const rxKey = (rxNumber: string) =>
  rxNumber
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/^0+(?=.)/, '')

/** Characters by which the index of prescriptions is divided: a search needs as many. */
export const rxPrefixLength = 3

/** The first characters of a compared number; never half of one. */
export const rxPrefix = (key: string) => [...key].slice(0, rxPrefixLength).join('')
