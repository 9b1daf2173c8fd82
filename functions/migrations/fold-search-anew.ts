import { refoldingWrites } from '../data/delivery-entries.ts'
import { searchFolding } from '../data/entities/patient.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import type { Table } from '../data/table.ts'
import { keysOf, type TenantKeys } from '../data/table-keys.ts'
import { conditionCheck, update } from '../data/writes.ts'
import { patientSearchEntryWrites, unchangedPatientGuard } from '../patients/patient-writes.ts'
import type { Migration } from './migration.ts'

/**
 * Gives patients, and the deliveries of drivers, search entries with today's folding. Search looks for both foldings, so everyone who
 * was found before is found at every moment. Each patient and each delivery changes in one transaction, on condition that no one
 * else has changed it.
 */
export const foldSearchAnew: Migration = {
  name: '2026-11-28-search',
  says: 'Patients are found however their names are typed',
  change(table, { pk, sk, folding }) {
    const [, tenant = '', kind, id = ''] = /^T#([\w-]{36})#(PT|D)#([\w-]{36})$/.exec(pk) ?? []
    const keys = keysOf(tenant)
    if (kind === 'PT' && folding === undefined) return retryIfOvertaken(() => refoldPatient(table, keys, id))
    if (kind === 'D' && sk === 'DELIVERY') return retryIfOvertaken(() => refoldDelivery(table, keys, id))
    return Promise.resolve(false)
  },
}

async function refoldPatient(table: Table, keys: TenantKeys, id: string): Promise<boolean> {
  const stored = await table.get(keys.patient(id))
  if (!stored || stored.deleted_at || stored.folding === searchFolding) return false
  await table.write(
    update(keys.patient(id), { set: { folding: searchFolding } }, unchangedPatientGuard(stored)),
    ...patientSearchEntryWrites(keys, stored, stored),
  )
  return true
}

async function refoldDelivery(table: Table, keys: TenantKeys, id: string): Promise<boolean> {
  const stored = await table.get(keys.delivery(id))
  const writes = stored ? refoldingWrites(keys, stored) : []
  if (!stored || writes.length === 0) return false
  const { version } = stored
  await table.write(
    conditionCheck(keys.delivery(id), { where: { version }, refused: () => new OvertakenError() }),
    ...writes,
  )
  return true
}
