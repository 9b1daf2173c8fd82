import { unscopedKeys } from '#functions/data/keys.ts'
import { put } from '#functions/data/writes.ts'
import type { Migration } from './migration.ts'

/** Enters the organisations that were there before each was entered when it was made. */
export const organisationEntries: Migration = {
  name: '2026-11-22-organisation-entries',
  says: 'Every organisation has its entry in the list by which events are copied',
  async change(table, { pk, sk }) {
    if (sk !== 'TENANT') return false
    const tenant_id = pk.slice('T#'.length)
    const key = unscopedKeys.organisationEntry(tenant_id)
    if (await table.get(key)) return false
    // Whoever was quicker wrote the same.
    await table.write(put(key, { tenant_id }))
    return true
  },
}
