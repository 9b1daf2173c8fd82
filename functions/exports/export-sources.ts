import { isLookAction } from '#shared/model/activity.ts'
import { type DeliveryStatus, deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { earliestShownInstant } from '../data/event-life.ts'
import { sortKeyAfter } from '../data/sort-keys.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { presentSettings } from '../organisations/read-settings.ts'
import { findPatients } from '../patients/find-patients.ts'
import { presentPatient } from '../patients/patient-writes.ts'
import { readPeople } from '../people/list-users.ts'
import { presentRole } from '../people/role-writes.ts'
import { presentDeliveriesForArchive } from './archive-deliveries.ts'
import type { ArchiveLines } from './archive-part.ts'

/**
 * How many items are read per page of each source. A delivery takes several queries, and a page should take only a small part of
 * the function's run time.
 */
const pageSize = { patients: 200, deliveries: 40, events: 500 }

interface SourceRequest {
  caller: Caller
  services: Services
  /** When the export was started. */
  since: string
  /** The sort key of the last item that was read from the source. Undefined at the beginning of the source. */
  after: string | undefined
}

interface Page {
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

const following = (after: string | undefined) => after && sortKeyAfter(after)

const deliveriesOf =
  (status: DeliveryStatus): Source =>
  async ({ caller, services, after }) => {
    const page = { from: following(after), limit: pageSize.deliveries }
    const { items, sortKeys, more } = await services.table.query(caller.keys.ofStatus(status), page)
    const ids = items.map(({ id }) => id)
    const deliveries = await readDeliveries(ids, caller, services.table)
    return {
      lines: await presentDeliveriesForArchive(deliveries, caller, services),
      after: more ? sortKeys.at(-1) : undefined,
    }
  }

/**
 * Reads the deliveries that have changed since the export began. One whose status changed while the lists of all statuses were read
 * may be missing from every list, but the activity log has the event of the change.
 */
const movedDeliveries: Source = async ({ caller, services, since, after }) => {
  const page = { from: following(after) ?? since, limit: pageSize.deliveries }
  const { items, sortKeys, more } = await services.table.query(caller.keys.allEvents, page)
  const changes = items.filter(({ action, subject }) => subject.type === 'delivery' && !isLookAction(action))
  const ids = new Set(changes.flatMap(({ subject }) => subject.id ?? []))
  const deliveries = await readDeliveries([...ids], caller, services.table)
  return {
    lines: await presentDeliveriesForArchive(deliveries, caller, services),
    after: more ? sortKeys.at(-1) : undefined,
  }
}

const events: Source = async ({ caller, services, since, after }) => {
  const from = following(after) ?? earliestShownInstant(services.now())
  const page = { from, to: `${since}#~`, limit: pageSize.events }
  const { items, sortKeys, more } = await services.table.query(caller.keys.allEvents, page)
  return { lines: { events: items }, after: more ? sortKeys.at(-1) : undefined }
}

/** The sources of an archive's data, in the order in which they are read. */
export const exportSources: readonly Source[] = [
  organisation,
  people,
  roles,
  patients,
  ...deliveryStatuses.map(deliveriesOf),
  movedDeliveries,
  events,
]
