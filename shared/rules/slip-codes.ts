/** The first characters of a delivery's id, by which slips and people name it. */
export const slipStart = (id: string) => id.slice(0, 8)

const wholeId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/**
 * The id, or its first characters, that a text names: a delivery's address with the slip's code or without, the code as the slip
 * shows it, an id or its start. Undefined for any other text.
 */
export function idStartIn(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.includes('/')) return wholeIdIn(trimmed)
  if (isSlipCode(trimmed)) return slipStart(trimmed).toLowerCase()
  return /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i.test(trimmed) ? trimmed.toLowerCase() : undefined
}

/** Whether a text is the code that a slip shows to be typed. */
export const isSlipCode = (text: string) => /^[0-9a-f]{8}-[A-Z2-9]{10}$/i.test(text.trim())

/** The id in a delivery's address; undefined for any other text. */
export const wholeIdIn = (text: string): string | undefined =>
  text.includes('/pharmacy/delivery/') ? wholeId.exec(text)?.[0].toLowerCase() : undefined
