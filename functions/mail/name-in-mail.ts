/** Mail clients make links of addresses, with and without a scheme; browsers take an ideographic full stop for a dot. */
const link = /\p{L}[\p{L}\p{N}+-]*:\/\/|\S@\S|[^\s.。][.。]\p{L}{2}/u

/** Seven digits, whatever stands between them. */
const phoneNumber = /(?:\p{Nd}[\s().+/-]*){7}/u

/**
 * A name as a mail says it. Anybody can sign up with any name and invite anybody's address: a name that brings a link or a phone number,
 * or none at all, is replaced by `otherwise`.
 */
export function nameInMail(name: string, otherwise: string): string {
  // As a reader sees it: without what is invisible, and without other spellings of letters, digits and dots.
  const seen = name.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return seen === '' || link.test(seen) || phoneNumber.test(seen) ? otherwise : name
}
