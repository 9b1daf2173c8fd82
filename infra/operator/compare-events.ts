import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { StoredEvent } from '#functions/data/entities/event.ts'
import { eventDayBounds } from '#functions/data/entities/event.ts'
import { organisationEntryPartition } from '#functions/data/entities/organisation-entry.ts'
import type { Table } from '#functions/data/table.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { eventCopiesDayPrefix, tenantIdOfCopyKey } from '#functions/events/copy-keys.ts'
import { findEnvironment } from '../config.ts'
import type { OperatorAws } from './aws.ts'
import { openEnvironment } from './open-environment.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { findTableInUse } from './table-in-use.ts'

interface Hands {
  openAws: (region: string) => Pick<OperatorAws, 'account' | 'stack' | 'parameter' | 'firstVersions' | 'object'>
  /** Opens the table with this name in this region. */
  openTable: (region: string, name: string) => Table
  say: (sentence: string) => void
}

/**
 * Compares the events of a UTC day with their copies, organisation by organisation, and prints the ids of the events that were
 * changed, removed or added since, but nothing else of their content. Throws `OperatorRefusal` if there is a difference or the
 * comparison is impossible.
 */
export async function compareEvents(
  args: readonly string[],
  { openAws, openTable, say }: Hands,
  find = findEnvironment,
): Promise<void> {
  const [name = '', day = '', ...more] = args
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || more.length > 0)
    throw new OperatorRefusal('npm run check-events -- {environment} {YYYY-MM-DD}')
  const { config, aws, stack } = await openEnvironment(name, openAws, find)
  const { EventCopies = '' } = stack.outputs
  const table = openTable(config.region, (await findTableInUse(name, stack, aws)).name)
  const versions = await aws.firstVersions(EventCopies, eventCopiesDayPrefix(day))
  if (versions.size === 0)
    throw new OperatorRefusal(`There is no copy of ${day}.`, [
      'Either the day is too recent, more than a year ago or before copies existed, or nothing happened.',
    ])

  const copies = new Map([...versions].map(([key, version]) => [tenantIdOfCopyKey(key), { key, version }]))
  const listed = (await table.queryAll(organisationEntryPartition)).map(({ tenant_id }) => tenant_id)
  let [compared, differing] = [0, 0]
  for (const tenantId of new Set([...listed, ...copies.keys()])) {
    const copy = copies.get(tenantId)
    const copied = copy ? eventsIn(await aws.object(EventCopies, copy.key, copy.version)) : []
    const stored = await table.queryAll(keysOf(tenantId).allEvents, eventDayBounds(day))
    const found = differences(copied, stored)
    for (const sentence of found) say(`Organization ${tenantId}: the event ${sentence}`)
    compared += stored.length
    differing += found.length
  }
  if (differing > 0) throw new OperatorRefusal(`${differing} events of ${day} differ from their copies.`)
  say(`${compared.toLocaleString('en-US')} events of ${day} match their copies.`)
}

const eventsIn = (bytes: Uint8Array): StoredEvent[] =>
  gunzipSync(bytes)
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Returns the differences between a day's copied and stored events, each as the end of a sentence. */
function differences(copied: readonly StoredEvent[], stored: readonly StoredEvent[]): string[] {
  const left = new Map(copied.map((event) => [event.id, event]))
  const found = stored.flatMap((event) => {
    const copy = left.get(event.id)
    left.delete(event.id)
    if (!copy) return [`${event.id} has no copy: it was written after that day with an earlier time.`]
    return isDeepStrictEqual(event, copy) ? [] : [`${event.id} was overwritten: it differs from its copy.`]
  })
  return [...found, ...[...left.keys()].map((id) => `${id} is gone: only its copy is left.`)]
}
