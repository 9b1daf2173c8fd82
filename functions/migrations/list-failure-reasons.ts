import { lastAttemptOf } from '../data/entities/delivery.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import type { Table } from '../data/table.ts'
import { keysOf, type TenantKeys } from '../data/table-keys.ts'
import { put } from '../data/writes.ts'
import type { Migration } from './migration.ts'

/**
 * Gives the rows of deliveries that failed before 2026-11-29 the reason, which lists show. Each delivery is written as it is, on
 * condition that no one else has changed it. A change would have added the reason.
 */
export const listFailureReasons: Migration = {
  name: '2026-11-29-failure-reasons',
  says: 'Lists show why deliveries of earlier releases failed',
  change(table, { pk, sk, row }) {
    const [, tenant = '', id = ''] = /^T#([\w-]{36})#D#([\w-]{36})$/.exec(pk) ?? []
    const isWithoutReason = sk === 'DELIVERY' && row?.status === 'failed' && row.last_attempt === undefined
    if (!id || !isWithoutReason) return Promise.resolve(false)
    return retryIfOvertaken(() => addReason(table, keysOf(tenant), id))
  },
}

async function addReason(table: Table, keys: TenantKeys, id: string): Promise<boolean> {
  const stored = await table.get(keys.delivery(id), { consistent: true })
  if (!stored || !lastAttemptOf(stored)) return false
  const { version } = stored
  await table.write(put(keys.delivery(id), stored, { where: { version }, refused: () => new OvertakenError() }))
  return true
}
