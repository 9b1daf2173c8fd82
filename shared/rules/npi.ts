const digits = /^\d{10}$/
/** The prefix under which an NPI is a card number: 80840 brings 24 into its Luhn sum. */
const prefixSum = 24

/**
 * Whether the last of ten digits is the check digit of the others (Luhn with prefix 80840, 45 CFR 162.406). A hint for who
 * types it: numbers are asked for by their form alone.
 */
export function hasNpiCheckDigit(npi: string): boolean {
  if (!digits.test(npi)) return false
  const sum = [...npi].map(Number).reduce((total, digit, place) => {
    const weighted = place % 2 === 0 ? digit * 2 : digit
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, prefixSum)
  return sum % 10 === 0
}
