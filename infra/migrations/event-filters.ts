import type { StoredEvent } from '#functions/data/entities/event.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import type { Migration } from './migration.ts'

const place = /^T#([\w-]{36})#EVENTS#(.*)$/s

/** An event itself stays as it is: it is put in its own place again, with the keys that it did not have. */
export const eventFilters: Migration = {
  name: '2026-11-23-event-filters',
  says: 'Events are found by every set of filters',
  async change(table, { pk, ...item }) {
    const [, tenantId, subject] = place.exec(pk) ?? []
    if (!tenantId || !subject) return false
    const event: StoredEvent = item.event
    // One that has become too old since it was read stays away.
    const write = put(keysOf(tenantId).event(subject, event.at, event.id), event, {
      exists: true,
      refused: () => undefined,
    })
    if (Object.keys(write.item ?? {}).every((name) => name in item)) return false
    await table.write(write)
    return true
  },
}
