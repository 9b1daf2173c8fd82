import { withoutLeadingZeros } from '#shared/rules/external-ids.ts'
import { groupBy } from '#shared/rules/group-by.ts'
import { comparableName, isSameName } from '#shared/rules/same-name.ts'
import { bareText, keepDigits } from '#shared/rules/search.ts'
import type { ImportField } from './column-heads.ts'
import type { ReadRow, RowProblem, RowValues } from './read-rows.ts'
import { nameIn } from './row-values.ts'

/** The external ID of a row. */
const idIn = (values: RowValues, field: ImportField) =>
  values[field] === undefined ? undefined : String(values[field])

const lookOf = (name: string | undefined, phone: unknown, zip: unknown) =>
  name && phone && zip ? [comparableName(name), keepDigits(String(phone)), bareText(String(zip))].join('|') : undefined

/** What the IDs of a file's rows mean. */
export interface IdRules {
  /** Whether other names for the same IDs are new names of the same people. */
  renames?: boolean
  /** Whether the IDs of deliveries do not count. */
  ignoresIds?: boolean
  /** Who the patients are that look like those of earlier rows. */
  alike?: 'same_patient' | 'new_patient' | undefined
  /** Whether drivers collect the copays for which the file does not say it. */
  collectsCopays?: boolean
}

/**
 * Returns a function that gives an ID and a name their key. An ID alone does not decide who someone is, so another name gives
 * another key, unless the names are new names. Rows without a name mean the first name of their ID.
 */
function idKeys({ renames }: IdRules) {
  const names = new Map<string, string | undefined>()
  return (id: string, name: string | undefined): string => {
    const first = names.get(id)
    if (first === undefined) names.set(id, name)
    return renames || first === undefined || name === undefined || isSameName(first, name)
      ? id
      : `${id}|${comparableName(name)}`
  }
}

/**
 * Gives each row a name for its patient, which is the same for all rows of one patient. As on the server, rows are of one patient if
 * they have the same ID and name, or the same name, phone number and ZIP code without different IDs.
 */
function patientsOf(rows: readonly ReadRow[], rules: IdRules): Map<ReadRow, string> {
  const keyOf = idKeys(rules)
  const byId = new Map<string, string>()
  const byLook = new Map<string, { who: string; id: string | undefined }>()
  const patients = new Map<ReadRow, string>()
  for (const read of rows) {
    const { values, row } = read
    const name = nameIn('deliveries', values)
    const external = idIn(values, 'patient_external_id')
    const id = external === undefined ? undefined : withoutLeadingZeros(external)
    const own = id === undefined ? undefined : keyOf(id, name)
    const look = lookOf(name, values.phone, values.zip_code)
    const alike = look ? byLook.get(look) : undefined
    const isAlike = alike !== undefined && (id === undefined || alike.id === undefined || alike.id === id)
    const who =
      (own === undefined ? undefined : byId.get(own)) ?? (isAlike ? alike.who : undefined) ?? `row ${row.number}`
    if (own !== undefined) byId.set(own, who)
    if (look && !isAlike) byLook.set(look, { who, id })
    if (isAlike && alike.id === undefined) alike.id = id
    if (look || id !== undefined) patients.set(read, who)
  }
  return patients
}

export interface GroupedRows {
  /** The rows of each delivery. */
  groups: ReadRow[][]
  /** How many rows have different IDs although they are of the same patient, day and time range, and how many of these there are. */
  alike: { rows: number; deliveries: number }
}

/**
 * Groups the rows that form one delivery: those with the same external ID or, if they have none, those of the same patient for the
 * same day and time range. IDs that differ only in leading zeros are the same if the rest is.
 */
export function groupRows(rows: readonly ReadRow[], rules: IdRules): GroupedRows {
  const patients = patientsOf(rows, rules)
  const timeOf = (read: ReadRow) => {
    const { delivery_date, time_range } = read.values
    const who = patients.get(read)
    return who === undefined || delivery_date === undefined || time_range === undefined
      ? undefined
      : [who, delivery_date, time_range].join('|')
  }
  const nameId = idKeys(rules)
  const firstIds = new Map<string, string>()
  const idsOfTimes = new Map<string, Set<string>>()
  const keyOf = (read: ReadRow) => {
    const time = timeOf(read)
    const { external_id } = read.values
    if (external_id === undefined || rules.ignoresIds)
      return time === undefined ? `row ${read.row.number}` : `time ${time}`
    const external = String(external_id)
    const same = `${withoutLeadingZeros(external)}|${time}`
    if (!firstIds.has(same)) firstIds.set(same, external)
    const id = firstIds.get(same) ?? external
    if (time !== undefined) idsOfTimes.set(time, (idsOfTimes.get(time) ?? new Set()).add(id))
    return `id ${nameId(id, nameIn('deliveries', read.values))}`
  }
  const groups = [...groupBy(rows, keyOf).values()]
  const times = new Set([...idsOfTimes].filter(([, ids]) => ids.size > 1).map(([time]) => time))
  const rowsAlike = rows.filter((read) => read.values.external_id !== undefined && times.has(timeOf(read) ?? ''))
  return { groups, alike: { rows: rowsAlike.length, deliveries: times.size } }
}

/**
 * Returns a problem for each row whose external ID has another name in an earlier row. `fields` are the fields of the IDs.
 */
export function otherNames(
  rows: readonly ReadRow[],
  fields: readonly ImportField[],
  { nameOf, words }: { nameOf: (values: RowValues) => string | undefined; words: (name: string) => string },
): RowProblem[] {
  return fields.flatMap((field) => {
    const names = new Map<string, string>()
    return rows.flatMap(({ row, values }) => {
      const [id, name] = [idIn(values, field), nameOf(values)]
      if (id === undefined || name === undefined) return []
      const known = names.get(id)
      if (known === undefined) names.set(id, name)
      return known === undefined || isSameName(known, name) ? [] : [{ row, field, words: words(known) }]
    })
  })
}
