import * as z from 'zod/mini'
import type * as patients from '#shared/api/patients.ts'
import { defaultPageSize } from '#shared/model/fields.ts'
import { lazy } from '#shared/model/lazy.ts'
import { queryWords } from '#shared/rules/search.ts'
import { aboutList } from '../data/subjects.ts'
import type { Operation } from '../http/operation.ts'
import { openCursor, sealCursor } from '../security/cursor.ts'
import { findPatients } from './find-patients.ts'
import { presentPatient } from './patient-writes.ts'

/** The sort key of the last patient on the previous page. */
const position = lazy(() => z.string())

export const searchPatients: Operation<typeof patients.searchPatients> = async (
  { query, caller, activity },
  services,
) => {
  const limit = query.limit ?? defaultPageSize
  const words = queryWords(query.q)
  const scope = { tenantId: caller.tenant.id, list: 'patients', filters: words, position }
  const after = query.cursor && (await openCursor(services.keys, scope, query.cursor))
  const found = await findPatients(services.table, caller.keys, { words, least: limit + 1, after })
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
