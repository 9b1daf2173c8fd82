import * as z from 'zod/mini'
import type * as patients from '#shared/api/patients.ts'
import { defaultPageSize } from '#shared/model/fields.ts'
import { queryWords } from '#shared/rules/search.ts'
import type { SearchEntry } from '../data/entities.ts'
import { aboutList } from '../data/subjects.ts'
import { justAfter } from '../data/table.ts'
import type { Operation } from '../http/operation.ts'
import { openCursor, sealCursor } from '../security/cursor.ts'
import { presentPatient } from './patient-writes.ts'

/** Rows that one query reads at most while it looks for several words at once. */
const chunk = 200

/**
 * One word is a range of the index; of several, the longest is read and the others are looked for in its rows. A patient with
 * two words of the same start is shown at the first of them.
 */
export const searchPatients: Operation<typeof patients.searchPatients> = async (
  { query, caller, activity },
  services,
) => {
  const { keys } = caller
  const limit = query.limit ?? defaultPageSize
  const words = queryWords(query.q)
  const scope = { tenantId: caller.tenant.id, list: 'patients', filters: words }
  let after = query.cursor && z.string().parse(await openCursor(services.keys, scope, query.cursor))

  const driver = words.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const partition = driver ? keys.search(driver) : keys.names
  const isWanted = (entry: SearchEntry, sortKey: string) => {
    const isFirst = !driver || sortKey === `${entry.words.find((word) => word.startsWith(driver))}#${entry.id}`
    return isFirst && words.every((word) => entry.words.some((has) => has.startsWith(word)))
  }

  const found: { entry: SearchEntry; sortKey: string }[] = []
  for (let more = true; more && found.length <= limit; ) {
    const page = await services.table.query(partition, {
      startsWith: driver || undefined,
      from: after ? justAfter(after) : undefined,
      limit: words.length > 1 ? Math.max(chunk, limit + 1) : limit + 1,
    })
    for (const [i, entry] of page.items.entries()) {
      const sortKey = page.sortKeys[i] ?? ''
      if (isWanted(entry, sortKey)) found.push({ entry, sortKey })
    }
    after = page.sortKeys.at(-1)
    more = page.more && after !== undefined
  }
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  await activity.record({
    action: 'patient.searched',
    ...aboutList('patient'),
    query: { q: query.q },
    count: shown.length,
  })
  return {
    items: shown.map(({ entry }) => presentPatient(entry)),
    next: last && (await sealCursor(services.keys, scope, last.sortKey)),
  }
}
