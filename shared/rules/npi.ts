const digits = /^\d{10}$/
/** An NPI is a card number with the prefix 80840, which adds 24 to the Luhn sum. */
const prefixSum = 24

/**
 * Whether the tenth digit is the check digit of the others (Luhn with the prefix 80840, 45 CFR 162.406). It is only a hint while
 * somebody types: the server checks the form of a number alone.
 */
export function hasNpiCheckDigit(npi: string): boolean {
  if (!digits.test(npi)) return false
  const sum = [...npi].map(Number).reduce((total, digit, place) => {
    const weighted = place % 2 === 0 ? digit * 2 : digit
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, prefixSum)
  return sum % 10 === 0
}
