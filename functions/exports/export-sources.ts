import { earliestShownInstant } from '../data/event-life.ts'
import { presentSettings } from '../organisations/read-settings.ts'
import { findPatients } from '../patients/find-patients.ts'
import { presentPatient } from '../patients/patient-writes.ts'
import { readPeople } from '../people/list-users.ts'
import { presentRole } from '../people/role-writes.ts'
import { presentDeliveriesForArchive } from './archive-deliveries.ts'
import type { ArchiveLines } from './archive-part.ts'
import { deliverySources, following, type SourceRequest } from './delivery-pages.ts'

/**
 * How many items are read per page of each source. A delivery takes several queries, and a page should take only a small part of
 * the function's run time.
 */
const pageSize = { patients: 200, deliveries: 40, events: 500 }

export interface Page {
  lines: ArchiveLines
  /** The sort key of the page's last item. Undefined on the last page of the source. */
  after?: string | undefined
}

type Source = (reading: SourceRequest) => Promise<Page>

const organisation: Source = async ({ caller, services }) => ({
  lines: { organisation: [await presentSettings(services, caller.tenant)] },
})

const people: Source = async ({ caller, services }) => ({ lines: { people: await readPeople(caller, services) } })

const roles: Source = async ({ caller }) => ({ lines: { roles: caller.roles.map(presentRole) } })

const patients: Source = async ({ caller, services, after }) => {
  const least = pageSize.patients
  const found = await findPatients(services.table, caller.keys, { words: [], least, after })
  return {
    lines: { patients: found.map(({ entry }) => presentPatient(entry)) },
    after: found.length < least ? undefined : found.at(-1)?.sortKey,
  }
}

const deliveries: readonly Source[] = deliverySources.map((read) => async (reading) => {
  const page = await read(reading, pageSize.deliveries)
  const { caller, services } = reading
  const lines = { deliveries: await presentDeliveriesForArchive(page.deliveries, caller, services) }
  return { lines, after: page.after }
})

const events: Source = async ({ caller, services, since, after }) => {
  const from = following(after) ?? earliestShownInstant(services.now())
  const page = { from, to: `${since}#~`, limit: pageSize.events }
  const { items, sortKeys, more } = await services.table.query(caller.keys.allEvents, page)
  return { lines: { events: items }, after: more ? sortKeys.at(-1) : undefined }
}

/** The sources of an archive's data, in the order in which they are read. */
export const exportSources: readonly Source[] = [organisation, people, roles, patients, ...deliveries, events]
