/** Matches what mail clients turn into links: an address with a scheme or with www, an email address, a word with a dot inside. */
const link = /:\/\/|\bwww[.。]|\S@\S|[\p{L}\p{N}][.。]\p{L}{2}/iu

/** Matches as many digits as a local telephone number has. Separators are removed before. */
const phoneNumber = /\p{Nd}{7}/u

/**
 * Returns a name as a mail shows it, or `instead` if it contains a link or a telephone number, because anybody can sign up with any
 * name and anybody's email address. If a client might still see a link in the name, an invisible word joiner breaks it up.
 */
export function plainName(name: string, instead: string): string {
  // Readers still recognise an address written in full-width letters or with invisible characters in between.
  const seen = name.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const run = seen.replace(/[^\p{L}\p{Nd}]+/gu, '')
  return link.test(seen) || phoneNumber.test(run) ? instead : name.replace(/[.:/@](?=\S)/g, '$&\u2060')
}
