/**
 * The number for text messages to a phone as people write it, in E.164; undefined if it is not certain which number that is. Ten
 * digits are a number of the United States. Any other country is only known by its code after a plus.
 */
export function textNumber(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, '')
  if (phone.trim().startsWith('+')) return /^[1-9]\d{9,14}$/.test(digits) ? `+${digits}` : undefined
  return /^1?[2-9]\d{9}$/.test(digits) ? `+1${digits.slice(-10)}` : undefined
}
