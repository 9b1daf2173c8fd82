/** Returns the first eight characters of a delivery's id, by which slips and people refer to the delivery. */
export const idStartOf = (id: string) => id.slice(0, 8)

const wholeId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/**
 * Finds a delivery's id, or the beginning of one, in a text. The text may be a delivery's URL with or without a slip code, a slip's
 * printed code, an id, or at least the first eight characters of an id. Undefined for any other text.
 */
export function findIdOrIdStart(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.includes('/')) return findIdInUrl(trimmed)
  if (isSlipCode(trimmed)) return idStartOf(trimmed).toLowerCase()
  return /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i.test(trimmed) ? trimmed.toLowerCase() : undefined
}

/** Whether a text has the form of the code that is printed on a slip for typing. */
export const isSlipCode = (text: string) => /^[0-9a-f]{8}-[A-Z2-9]{10}$/i.test(text.trim())

/** Returns the id in a delivery's URL. Undefined for any other text. */
export const findIdInUrl = (text: string): string | undefined =>
  text.includes('/pharmacy/delivery/') ? wholeId.exec(text)?.[0].toLowerCase() : undefined
