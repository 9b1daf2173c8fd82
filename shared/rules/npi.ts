const digits = /^\d{10}$/
/** An NPI is checked like a card number with the prefix 80840. The prefix contributes 24 to the Luhn sum. */
const prefixSum = 24

/**
 * Whether the tenth digit of an NPI is the right check digit (Luhn with the prefix 80840, 45 CFR 162.406). This only gives a hint
 * while someone types; the server checks nothing but the form of the number.
 */
export function hasValidNpiCheckDigit(npi: string): boolean {
  if (!digits.test(npi)) return false
  const sum = [...npi].map(Number).reduce((total, digit, place) => {
    const weighted = place % 2 === 0 ? digit * 2 : digit
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, prefixSum)
  return sum % 10 === 0
}
