/** What mail clients make links of: an address with its scheme, one with www, a mailbox, a word with a dot inside. */
const link = /:\/\/|\bwww[.。]|\S@\S|[\p{L}\p{N}][.。]\p{L}{2}/iu

/** As many digits as a local telephone number has, whatever stands between them. */
const phoneNumber = /\p{Nd}{7}/u

/**
 * A name as a mail says it, or `instead` when it contains a link or a telephone number: anyone can sign up with any name and
 * anyone's address. What a client might still take for a link is parted by a word joiner, which nobody sees.
 */
export function plainName(name: string, instead: string): string {
  // An address that is written in full-width letters, or with invisible characters between them, can still be read.
  const seen = name.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const run = seen.replace(/[^\p{L}\p{Nd}]+/gu, '')
  return link.test(seen) || phoneNumber.test(run) ? instead : name.replace(/[.:/@](?=\S)/g, '$&\u2060')
}
