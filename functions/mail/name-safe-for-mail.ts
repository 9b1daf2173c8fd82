import type { StoredApiKey } from '../data/entities/api-key.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import type { StoredUser } from '../data/entities/user.ts'

/**
 * Matches text that mail clients turn into links: a URL, a name with www, an e-mail address, or a word with a dot inside. Also
 * matches the beginning of an encoded word (RFC 2047), in which a subject or a sender's name could hide any of these.
 */
const link = /:\/\/|=\?|\bwww[.。]|\S@\S|[\p{L}\p{N}][.。]\p{L}{2}/iu

/** Matches as many digits as a local telephone number has. Separators have been removed before. */
const phoneNumber = /\p{Nd}{7}/u

/**
 * Returns a name for use in a mail. Returns `instead` if the name contains a link or a telephone number, because anybody can sign
 * up with any name and a stranger's address. In other names, an invisible word joiner is put between a dot, colon, slash or @ and
 * the character that follows it directly, so that no mail client makes a link there.
 */
export function nameSafeForMail(name: string, instead: string): string {
  // People can read a URL that is written in full-width letters or has invisible characters in between, so these are normalised
  // first.
  const seen = name.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const run = seen.replace(/[^\p{L}\p{Nd}]+/gu, '')
  return link.test(seen) || phoneNumber.test(run) ? instead : name.replace(/[.:/@](?=\S)/g, '$&\u2060')
}

export const readerNameForMail = ({ full_name }: StoredUser) => nameSafeForMail(full_name, 'there')
export const personNameForMail = ({ full_name }: StoredUser) => nameSafeForMail(full_name, 'Someone')
export const keyNameForMail = ({ name, prefix }: StoredApiKey) => nameSafeForMail(name, prefix)
export const organisationNameForMail = ({ name }: StoredTenant) => nameSafeForMail(name, 'an organization')
