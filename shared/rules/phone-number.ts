/** The most characters of a phone number. */
export const phoneLimit = 40

/** Matches characters that a text shows no sign of, such as the marks for the direction of writing around a pasted number. */
const invisible = /[\p{Cf}\p{Mn}\u115f\u3164]/gu

/**
 * Removes invisible characters from a phone number, and writes its dashes and blanks as a keyboard does. The number is otherwise
 * kept as it was typed, and so is a text of invisible characters alone.
 */
export const cleanPhone = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim() || text

/** Whether a text has 10 to 12 digits and otherwise only separators, which may be of any kind. */
export function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return !/[\p{L}\p{No}\p{Nl}]/u.test(text) && digits >= 10 && digits <= 12
}

const extensionAtEnd = /(?:[,;#]|ext(?:n|ension)?|x)[\s,:.#]*(\d{1,6})\W*$/i

/** Splits a phone number that ends with an extension: `555-010-0302 x204`. Returns undefined if there is no extension. */
export function splitPhoneExtension(text: string): { phone: string; extension: string } | undefined {
  const clean = cleanPhone(text)
  const found = extensionAtEnd.exec(clean.slice(0, phoneLimit))
  const phone = clean.slice(0, found?.index).replace(/\D+$/, '')
  return found?.[1] && isPhoneNumber(phone) ? { phone, extension: found[1] } : undefined
}

/** Formats a phone number of the United States as it is dialed, such as `(312) 555-0100`. Any other number stays as it is. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  const [, area, exchange, line] = /^(\d{3})(\d{3})(\d{4})$/.exec(digits) ?? []
  return line ? `(${area}) ${exchange}-${line}` : phone
}
