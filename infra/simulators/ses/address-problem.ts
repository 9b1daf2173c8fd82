/**
 * Matches one of the characters that SES accepts in an address's local part, which stands before the `@`. Letters beyond ASCII are
 * not among them.
 */
const localCharacter = /^[\w.!#$%&'*+/=?^`{|}~-]$/
const domainCharacter = /^[A-Za-z0-9.-]$/

/**
 * Returns why SES refuses an address, in SES's own words. Returns undefined if SES accepts the address. The address may follow a
 * name, in angle brackets.
 */
export function addressProblem(given: string): string | undefined {
  const { address } = splitNameAndAddress(given)
  if (address === '') return 'Empty address'
  const at = address.lastIndexOf('@')
  if (at < 0) return "Missing final '@domain'"
  return partProblem('Local address', address.slice(0, at), localCharacter) ?? domainProblem(address.slice(at + 1))
}

/**
 * Splits `Carelane <no-reply@carelane.example>` into name and address. Without a name, the angle brackets count as part of the
 * address.
 */
export function splitNameAndAddress(given: string): { name: string; address: string } {
  const [, name = '', address = given] = /^\s*([^<]*[^<\s])\s*<([^<>]*)>\s*$/.exec(given) ?? []
  return { name, address }
}

const domainProblem = (domain: string) =>
  domain === '' ? 'Missing domain' : partProblem('Domain', domain, domainCharacter)

function partProblem(part: string, text: string, character: RegExp): string | undefined {
  if (text === '') return 'Missing local name'
  if (text.startsWith('.')) return `${part} starts with dot`
  if (text.endsWith('.')) return `${part} ends with dot`
  if (text.includes('..')) return `${part} contains dot-dot`
  const strange = [...text].find((one) => !character.test(one))
  if (strange === undefined) return undefined
  return /[\p{Cc}\s]|[^\p{ASCII}]/u.test(strange)
    ? `${part} contains control or whitespace`
    : `${part} contains illegal character`
}
