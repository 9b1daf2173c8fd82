/**
 * Converts a phone number, as people write it, to E.164 for text messages. Returns undefined unless the number has the form of one
 * in the United States: ten digits, of which the first is from 2 to 9, perhaps after `1` or `+1`.
 */
export function toSmsNumber(phone: string): string | undefined {
  const [, digits] = /^(?:\+?1)?([2-9]\d{9})$/.exec(phone.replace(/[^\d+]/g, '')) ?? []
  return digits && `+1${digits}`
}
