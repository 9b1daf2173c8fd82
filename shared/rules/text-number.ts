/**
 * The number for text messages to a phone as people write it, in E.164; undefined if it is not a number of the United States, or if
 * it is not certain which number is meant.
 */
export function textNumber(phone: string): string | undefined {
  const [, digits] = /^(?:\+?1)?([2-9]\d{9})$/.exec(phone.replace(/[^\d+]/g, '')) ?? []
  return digits && `+1${digits}`
}
