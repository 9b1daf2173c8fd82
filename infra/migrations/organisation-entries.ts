import { listedWrite } from '#functions/data/new-tenant.ts'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import type { Migration } from './migration.ts'

/** Lists the organisations that were there before each was listed when its sign-up was answered. */
export const organisationEntries: Migration = {
  name: '2026-11-22-organisation-entries',
  says: 'Every organisation is in the list by which events are copied',
  async change(table, { pk, sk, expires_at_seconds }) {
    if (sk !== 'TENANT' || expires_at_seconds !== undefined) return false
    const tenantId = pk.slice('T#'.length)
    if (await table.get(unscopedKeys.organisationEntry(tenantId))) return false
    await table.write(listedWrite(tenantId))
    return true
  },
}
