/**
 * Converts a phone number, as people write it, to E.164 for text messages. Returns undefined unless it is clearly a number of the
 * United States.
 */
export function toSmsNumber(phone: string): string | undefined {
  const [, digits] = /^(?:\+?1)?([2-9]\d{9})$/.exec(phone.replace(/[^\d+]/g, '')) ?? []
  return digits && `+1${digits}`
}
