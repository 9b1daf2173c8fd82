import { addressParser } from 'postal-mime'
import { firstNameFirst } from '#shared/rules/same-name.ts'

export interface InvitedPerson {
  full_name: string
  email: string
}

/** What a person's line or entry is: everything up to a semicolon or the end of the line, unless that stands in quotation marks. */
const entries = /(?:"(?:[^"\\\n]|\\.)*"|[^;\n])+/g

/**
 * Reads the people of a list that was typed or copied from a mail program: `Name <email>`, `Last, First <email>; …`, addresses
 * between commas, quoted names, or addresses alone. Returns what cannot be read as it stands. An entry that could name two people is
 * not read, so that no one is invited under two people's names.
 */
export function readInvitations(text: string): { people: InvitedPerson[]; unreadable: string[] } {
  const people: InvitedPerson[] = []
  const unreadable: string[] = []
  for (const [entry] of text.matchAll(entries)) {
    const read = peopleOf(entry)
    const isNew = read?.every((person) => {
      const known = people.find(({ email }) => email.toLowerCase() === person.email.toLowerCase())
      return !known || known.full_name === person.full_name
    })
    if (!read || !isNew) unreadable.push(entry.trim())
    else people.push(...read.filter((person) => !people.some(({ email }) => email === person.email)))
  }
  return { people, unreadable }
}

/** Reads the people of one entry. Undefined if a part of it is not understood. */
function peopleOf(entry: string): InvitedPerson[] | undefined {
  if ((entry.match(/</g) ?? []).length !== (entry.match(/>/g) ?? []).length) return undefined
  const people: InvitedPerson[] = []
  let lastName = ''
  for (const { name, address } of addressParser(entry, { flatten: true })) {
    const email = (address ?? '').trim()
    if (!email) {
      if (lastName || !name) return undefined
      lastName = name
      continue
    }
    const full_name = nameOf({ name, email, lastName })
    if (!/^[^\s@<>"]+@[^\s@<>"]+$/.test(email) || full_name === undefined) return undefined
    people.push({ full_name, email })
    lastName = ''
  }
  return lastName ? undefined : people
}

/** Returns a person's name, or undefined for what is no name, or two. */
function nameOf({ name, email, lastName }: { name: string; email: string; lastName: string }): string | undefined {
  const own = name.trim().replace(/^'(.*)'$/, '$1')
  if (!own || own.toLowerCase() === email.toLowerCase()) return lastName ? undefined : nameFromAddress(email)
  if (/[@<>"]/.test(own)) return undefined
  if (!lastName) return firstNameFirst(own)
  const isOnePerson = /^\S+$/.test(lastName) || /^\S+( \S\.?)?$/.test(own)
  return isOnePerson ? firstNameFirst(`${lastName}, ${own}`) : undefined
}

/** `ana.bell@…` is Ana Bell. An address that does not tell first and last name is the name itself, up to the `@`. */
function nameFromAddress(email: string): string {
  const [local = ''] = email.split('@')
  const words = local.split(/[._]/)
  if (words.length < 2 || !words.every((word) => /^\p{L}+$/u.test(word))) return local
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')
}
