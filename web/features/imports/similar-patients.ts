import { looksLikeText } from '#shared/model/import.ts'
import { withoutLeadingZeros } from '#shared/rules/external-ids.ts'
import { comparableName } from '#shared/rules/same-name.ts'
import { bareText, keepDigits } from '#shared/rules/search.ts'
import type { ImportField } from './column-heads.ts'
import type { Reading, ReadRow, RowProblem } from './read-rows.ts'
import { nameIn } from './row-values.ts'

/** Someone whom rows of a file describe: the same name, phone number and ZIP code. */
interface Described {
  phone: string
  zip: string
  street: string
  apt: string
  id: string
  rows: ReadRow[]
  /** The person of an earlier row who differs in the phone number or the address alone. */
  like: Described | undefined
  differs: 'phone number' | 'address'
}

/** The rows that describe someone like an earlier row does, and what someone can decide about them. */
export interface SimilarPatients {
  /** A problem for each row, at the value that differs. */
  problems: RowProblem[]
  /** The rows as they are if the patients are the same: with the contact details of the last row of each. */
  unified: ReadonlyMap<ReadRow, ReadRow>
}

const contactFields = [
  ...(['phone', 'address', 'apt_suite_building', 'city', 'state', 'zip_code'] as const),
] satisfies readonly ImportField[]

/**
 * Finds the rows whose name and address, or name and phone number, are those of an earlier row, while the rest differs. Without a
 * decision no one knows whether they are one patient or two. Rows with different IDs are two.
 */
export function findSimilarPatients(rows: readonly ReadRow[], kind: Reading['kind']): SimilarPatients {
  const byName = new Map<string, Described[]>()
  const textOf = ({ values }: ReadRow, field: ImportField) => String(values[field] ?? '')
  for (const read of rows) {
    const name = comparableName(nameIn(kind, read.values) ?? '')
    const one: Described = {
      phone: keepDigits(textOf(read, 'phone')),
      zip: bareText(textOf(read, 'zip_code')),
      street: bareText(textOf(read, 'address')),
      apt: bareText(textOf(read, 'apt_suite_building')),
      id: withoutLeadingZeros(textOf(read, kind === 'patients' ? 'external_id' : 'patient_external_id')),
      rows: [read],
      like: undefined,
      differs: 'phone number',
    }
    if (!name || !one.phone || !one.zip) continue
    const known = byName.get(name) ?? []
    const own = known.find((other) => isOne(one, other))
    if (own) {
      own.rows.push(read)
      own.id ||= one.id
      continue
    }
    const like = known.find((other) => mayBeOne(one, other) && (isSameDoor(one, other) || one.phone === other.phone))
    byName.set(name, [...known, { ...one, like, differs: like && !isSameDoor(one, like) ? 'address' : 'phone number' }])
  }
  return decisionsAbout([...byName.values()].flat(), kind)
}

const mayBeOne = ({ id }: Described, other: Described) => !id || !other.id || id === other.id
const isOne = (one: Described, other: Described) =>
  (one.id !== '' && one.id === other.id) || (mayBeOne(one, other) && one.phone === other.phone && one.zip === other.zip)
const isSameDoor = (one: Described, other: Described) =>
  one.street !== '' &&
  one.street === other.street &&
  one.zip === other.zip &&
  (!one.apt || !other.apt || one.apt === other.apt)

function decisionsAbout(people: readonly Described[], kind: Reading['kind']): SimilarPatients {
  const firstOf = (one: Described): Described => (one.like ? firstOf(one.like) : one)
  const similar = people.filter(({ like }) => like)
  const problems = similar.flatMap((one) =>
    one.rows.map(({ row, values }) => ({
      row,
      field: one.differs === 'address' ? ('address' as const) : ('phone' as const),
      words: looksLikeText(`${nameIn(kind, values)} in row ${one.like?.rows[0]?.row.number}`, one.differs),
    })),
  )
  const unified = new Map<ReadRow, ReadRow>()
  for (const first of new Set(similar.map(firstOf))) {
    const rows = people.filter((one) => firstOf(one) === first).flatMap((one) => one.rows)
    const last = rows.toSorted((a, b) => a.row.number - b.row.number).at(-1)
    const contact = Object.fromEntries(contactFields.map((field) => [field, last?.values[field]]))
    for (const read of rows) unified.set(read, { ...read, values: { ...read.values, ...contact } })
  }
  return { problems, unified }
}
