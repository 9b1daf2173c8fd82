/** The first characters of a delivery's id, by which slips and people refer to it. */
export const slipStart = (id: string) => id.slice(0, 8)

const wholeId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/**
 * The delivery id, or its first characters, that a text contains: the address of a delivery with or without its slip code, the code
 * printed on a slip, an id, or the start of one. Undefined for any other text.
 */
export function idStartIn(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.includes('/')) return wholeIdIn(trimmed)
  if (isSlipCode(trimmed)) return slipStart(trimmed).toLowerCase()
  return /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i.test(trimmed) ? trimmed.toLowerCase() : undefined
}

/** Whether a text is the code that is printed on a slip to be typed. */
export const isSlipCode = (text: string) => /^[0-9a-f]{8}-[A-Z2-9]{10}$/i.test(text.trim())

/** The id in the address of a delivery. Undefined for any other text. */
export const wholeIdIn = (text: string): string | undefined =>
  text.includes('/pharmacy/delivery/') ? wholeId.exec(text)?.[0].toLowerCase() : undefined
