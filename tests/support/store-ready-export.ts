import { randomUUID } from 'node:crypto'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import type { TestApp } from './test-app.ts'

/**
 * Adds a finished export to an organisation's list of exports, as if it had just been made, and returns the export's id. No archive
 * is stored, so there is nothing to download.
 */
export async function storeReadyExport({ table, clock }: TestApp, tenantId: string): Promise<string> {
  const id = randomUUID()
  const at = clock.now.getTime()
  await table.write(
    put(keysOf(tenantId).organisationExport(id), {
      id,
      state: 'ready',
      rows: 7,
      user_id: randomUUID(),
      created_at: clock.now.toISOString(),
      ends_at: new Date(at + 365 * 86_400_000).toISOString(),
      expires_at_seconds: Math.floor(at / 1000) + 366 * 86_400,
    }),
  )
  return id
}
