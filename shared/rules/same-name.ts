import { bareText } from './search.ts'

const suffix = /^(jr|sr|i{1,3}|iv|v|md|do|phd|rn|esq|pharmd|rph|cpht|np|pa|dds)\.?$/i

/** Writes `Hopper, Grace` as `Grace Hopper`. Other names stay as they are, and so does `Hopper, Jr.`. */
export const firstNameFirst = (name: string) => {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim())
  return first && more.length === 0 && !suffix.test(first) ? `${first} ${last}` : name
}

/** Returns a name for comparison. Case, marks, blanks, punctuation, and which of the names comes first make no difference. */
export const comparableName = (name: string): string => bareText(firstNameFirst(name))

export const isSameName = (one: string, other: string): boolean => comparableName(one) === comparableName(other)
