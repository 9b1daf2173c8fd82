import * as z from 'zod/mini'
import type * as patients from '#shared/api/patients.ts'
import { defaultPageSize } from '#shared/model/fields.ts'
import { lazy } from '#shared/model/lazy.ts'
import type { Patient } from '#shared/model/patient.ts'
import { idsOfExternalId } from '../data/external-ids.ts'
import { aboutList } from '../data/subjects.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { openCursor, sealCursor } from '../security/cursor.ts'
import { findPatients, wordListsOf } from './find-patients.ts'
import { presentPatient } from './patient-writes.ts'

/** Which list of words was searched last, and the sort key of the last patient who was found there. */
const position = lazy(() => z.object({ list: z.number(), after: z.optional(z.string()) }))

/** Searches the directory. The patient with this external ID comes first. */
export const searchPatients: Operation<typeof patients.searchPatients> = async (
  { query, caller, activity },
  services,
) => {
  const limit = query.limit ?? defaultPageSize
  const lists = wordListsOf(query.q)
  const scope = { tenantId: caller.tenant.id, list: 'patients', filters: lists, position }
  const [from, named] = await Promise.all([
    query.cursor ? openCursor(services.keys, scope, query.cursor) : undefined,
    patientsOfExternalId(query.q, caller, services),
  ])
  const first: readonly Patient[] = from ? [] : named.slice(0, limit)
  // One more than the page needs tells whether there is another page, and one may be the patient who has come first.
  const found = (await findInLists(lists, limit + 2, { from, caller, services })).filter(
    ({ entry }) => !named.some(({ id }) => id === entry.id),
  )
  const shown = found.slice(0, limit - first.length)
  const last = shown.at(-1)
  const items = [...first, ...shown.map(({ entry }) => entry)].map(presentPatient)
  await activity.record({
    action: 'patient.searched',
    ...aboutList('patient'),
    query: { q: query.q },
    count: items.length,
  })
  const next = last ? { list: last.list, after: last.sortKey } : { list: 0 }
  return { items, next: found.length > shown.length ? await sealCursor(services.keys, scope, next) : undefined }
}

async function patientsOfExternalId(q: string, { keys }: Caller, { table }: Services) {
  const { patients: ids } = await idsOfExternalId(table, keys, q.trim())
  const found = await table.getAll(ids.map((id) => keys.patient(id)))
  return found.flatMap((patient) => (patient && !patient.deleted_at ? [patient] : []))
}

interface SearchedFrom {
  from: { list: number; after?: string | undefined } | undefined
  caller: Caller
  services: Services
}

/** Finds at least `least` patients, if there are that many, first by the words of the first list and then by those of the next. */
async function findInLists(lists: readonly string[][], least: number, { from, caller, services }: SearchedFrom) {
  const found = []
  for (let list = from?.list ?? 0; list < lists.length && found.length < least; list++) {
    const part = await findPatients(services.table, caller.keys, {
      words: lists[list] ?? [],
      except: lists.slice(0, list),
      least: least - found.length,
      after: list === from?.list ? from.after : undefined,
    })
    found.push(...part.map((one) => ({ ...one, list })))
  }
  return found
}
