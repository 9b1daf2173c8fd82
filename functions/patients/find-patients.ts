import { nameKey, queryWords } from '#shared/rules/search.ts'
import type { SearchEntry } from '../data/entities/patient.ts'
import { justAfter, type Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'

/** Rows that one query reads at most while it looks for several words at once. */
export const readAtOnce = 200

interface FoundPatient {
  entry: SearchEntry
  /** Where the directory goes on after this patient. */
  sortKey: string
}

interface Wanted {
  /** None: everybody, by name. */
  words: readonly string[]
  /** How many to find at least, where there are as many. */
  least: number
  after?: string | undefined
  /** Reads of the table at most; by default as many as it takes. */
  reads?: number
}

/**
 * One word is a range of the index; of several, the longest is read and the others are looked for in its rows. A patient with two
 * words of the same start is found at the first of them.
 */
export async function findPatients(table: Table, keys: TenantKeys, wanted: Wanted): Promise<FoundPatient[]> {
  const { words, least, reads = Number.POSITIVE_INFINITY } = wanted
  let { after } = wanted
  const driver = words.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const partition = driver ? keys.search(driver) : keys.names
  const isWanted = (entry: SearchEntry, sortKey: string) => {
    const isFirst = !driver || sortKey === `${entry.words.find((word) => word.startsWith(driver))}#${entry.id}`
    return isFirst && words.every((word) => entry.words.some((has) => has.startsWith(word)))
  }

  const found: FoundPatient[] = []
  for (let more = true, read = 0; more && found.length < least && read < reads; read++) {
    const page = await table.query(partition, {
      startsWith: driver || undefined,
      from: after ? justAfter(after) : undefined,
      limit: words.length > 1 ? Math.max(readAtOnce, least) : least,
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
 * The patients of a search that has to be quick, at most `limit`: several words are first taken for the beginning of a name, as it is
 * said, and only then looked for in any order, in one read.
 */
export async function findPatientsAtOnce(table: Table, keys: TenantKeys, q: string, limit: number) {
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
