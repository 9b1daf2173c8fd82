import { isDeepStrictEqual } from 'node:util'
import { previousNameKey, previousQueryWords } from '#shared/rules/previous-search-words.ts'
import { cutIndexedText, queryWords } from '#shared/rules/search.ts'
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
  /** Leaves out the patients who have all the words of one of these lists. */
  except?: readonly (readonly string[])[]
  /** How many patients to find at the least, if there are that many and `reads` suffices. The last query may find more. */
  least: number
  after?: string | undefined
  /** The most queries to make. Unlimited if absent. */
  reads?: number
}

/**
 * Returns the lists of words to search for, one after the other: those of the query, and, where they differ, those of the old
 * folding, which find the patients whom the migration has not reached.
 */
export function wordListsOf(q: string): string[][] {
  const [words, previous] = [queryWords(q), previousQueryWords(q)]
  return words.length === 0 || isDeepStrictEqual(words.toSorted(), previous.toSorted()) ? [words] : [words, previous]
}

/** Whether a patient has all of these words, or words that begin with them. */
const hasWords = (entry: PatientSearchEntry, words: readonly string[]) =>
  words.every((word) => entry.words.some((has) => has.startsWith(word)))

/**
 * Finds patients by the beginnings of the words under which they are indexed (`patientIndexWords`). With several search words,
 * reads the index range of the longest one and keeps the patients who match the other words as well. A patient who has two words
 * that begin with the longest one is in this range twice, and is returned only for the first of them.
 */
export async function findPatients(table: Table, keys: TenantKeys, search: PatientSearch): Promise<FoundPatient[]> {
  const { words, except = [], least, reads = Number.POSITIVE_INFINITY } = search
  let { after } = search
  const driver = words.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const partition = driver ? keys.search(driver) : keys.names
  const isMatch = (entry: PatientSearchEntry, sortKey: string) => {
    const isFirst = !driver || sortKey === `${entry.words.find((word) => word.startsWith(driver))}#${entry.id}`
    return isFirst && hasWords(entry, words) && !except.some((others) => hasWords(entry, others))
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
      if (isMatch(entry, sortKey)) found.push({ entry, sortKey })
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
  const find = async (words: readonly string[], name: string): Promise<PatientSearchEntry[]> => {
    if (words.length === 0) return []
    if (words.length > 1) {
      const { items } = await table.query(keys.names, { startsWith: name, limit })
      if (items.length > 0) return items
    }
    const found = await findPatients(table, keys, { words, least: limit, reads: 1 })
    return found.map(({ entry }) => entry)
  }
  const [words = [], previous] = wordListsOf(q)
  const found = await Promise.all([
    find(words, cutIndexedText(words.join(' '))),
    ...(previous ? [find(previous, previousNameKey(q.replace(/\s+/g, ' ')))] : []),
  ])
  return [...new Map(found.flat().map((entry) => [entry.id, entry])).values()].slice(0, limit)
}
