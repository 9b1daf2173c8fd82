import { nameKey, queryWords } from '#shared/rules/search.ts'
import type { PatientSearchEntry } from '../data/entities/patient.ts'
import { sortKeyAfter } from '../data/sort-keys.ts'
import type { Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'

/** The limit of the rows that one query reads when several words are searched, unless the caller needs more rows. */
export const rowsPerQuery = 200

interface FoundPatient {
  entry: PatientSearchEntry
  /** The entry's sort key, after which the next page can continue. */
  sortKey: string
}

interface PatientSearch {
  /** The beginnings of words to search for. Without any, all patients are found, ordered by name. */
  words: readonly string[]
  /** How many patients to find at the least, if there are that many and `reads` suffices. The last query may find more. */
  least: number
  after?: string | undefined
  /** The most queries to make. Unlimited if absent. */
  reads?: number
}

/**
 * Finds patients by the beginnings of the words under which they are indexed (`patientIndexWords`). With several search words,
 * reads the index range of the longest one and keeps the patients who match the other words as well. A patient who has two words
 * that begin with the longest one is in this range twice, and is returned only for the first of them.
 */
export async function findPatients(table: Table, keys: TenantKeys, search: PatientSearch): Promise<FoundPatient[]> {
  const { words, least, reads = Number.POSITIVE_INFINITY } = search
  let { after } = search
  const driver = words.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const partition = driver ? keys.search(driver) : keys.names
  const isWanted = (entry: PatientSearchEntry, sortKey: string) => {
    const isFirst = !driver || sortKey === `${entry.words.find((word) => word.startsWith(driver))}#${entry.id}`
    return isFirst && words.every((word) => entry.words.some((has) => has.startsWith(word)))
  }

  const found: FoundPatient[] = []
  for (let more = true, read = 0; more && found.length < least && read < reads; read++) {
    const page = await table.query(partition, {
      startsWith: driver || undefined,
      from: after ? sortKeyAfter(after) : undefined,
      limit: words.length > 1 ? Math.max(rowsPerQuery, least) : least,
    })
    for (const [i, entry] of page.items.entries()) {
      const sortKey = page.sortKeys[i] ?? ''
      if (isWanted(entry, sortKey)) found.push({ entry, sortKey })
    }
    after = page.sortKeys.at(-1)
    more = page.more && after !== undefined
  }
  return found
}

/**
 * Finds at most `limit` patients for a search that has to be quick. Several words are first treated as the beginning of a name.
 * Only if no name begins that way are they searched in any order, with a single query.
 */
export async function findPatientsQuickly(table: Table, keys: TenantKeys, q: string, limit: number) {
  const words = queryWords(q)
  if (words.length === 0) return []
  if (words.length > 1) {
    const startsWith = nameKey(q.replace(/\s+/g, ' '))
    const { items } = await table.query(keys.names, { startsWith, limit })
    if (items.length > 0) return items
  }
  const found = await findPatients(table, keys, { words, least: limit, reads: 1 })
  return found.slice(0, limit).map(({ entry }) => entry)
}
