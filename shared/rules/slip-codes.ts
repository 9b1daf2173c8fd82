/** Returns the first eight characters of a delivery's id, by which slips and people refer to the delivery. */
export const idStartOf = (id: string) => id.slice(0, 8)

/** What the address in a slip's QR code, or the code that is printed for typing, names. */
export interface ReadSlipCode {
  /** The delivery's id, or only its first characters. */
  id: string
  /** The ten characters that change with the delivery. Absent in the address of a slip of an earlier release. */
  slip: string | undefined
}

const dash = '[\\p{Pd}\\s]?'
const wholeId = `([0-9a-f]{8})${dash}([0-9a-f]{4})${dash}([0-9a-f]{4})${dash}([0-9a-f]{4})${dash}([0-9a-f]{12})`
const address = new RegExp(`/pharmacy/delivery/${wholeId}/?(?:\\?([^#\\s]*))?$`, 'iu')
const printed = new RegExp(`^([0-9a-f]{8})${dash}([a-z2-9]{10})$`, 'iu')
const idAlone = new RegExp(`^${wholeId}$`, 'iu')

/**
 * Reads a slip's code. Scanners type, so Caps Lock may have changed its case, another keyboard its dashes, and a line end follows.
 * Undefined for any other text.
 */
export function readSlipCode(text: string): ReadSlipCode | undefined {
  const trimmed = text.trim()
  const [, start, typed] = printed.exec(trimmed) ?? []
  if (start && typed) return { id: start.toLowerCase(), slip: typed.toUpperCase() }
  const [, ...parts] = address.exec(trimmed) ?? []
  const [query = ''] = parts.splice(5)
  if (parts.length === 0) return undefined
  return { id: parts.join('-').toLowerCase(), slip: new URLSearchParams(query.toUpperCase()).get('SLIP') ?? undefined }
}

/** Whether a text is the whole address of a delivery, as in a slip's QR code. */
export const isDeliveryAddress = (text: string) => address.test(text.trim())

/**
 * Finds a delivery's id, or the beginning of one, in a text. The text may be a slip's code in any form, an id, or at least the first
 * eight characters of an id. Undefined for any other text.
 */
export function findIdOrIdStart(text: string): string | undefined {
  const code = readSlipCode(text)
  if (code) return code.id
  const trimmed = text.trim()
  const [, ...parts] = idAlone.exec(trimmed) ?? []
  if (parts.length > 0) return parts.join('-').toLowerCase()
  return /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i.test(trimmed) ? trimmed.toLowerCase() : undefined
}
