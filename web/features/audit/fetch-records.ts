import { readAuditRecords } from '#shared/api/proofs.ts'
import type { AuditRecord } from '#shared/model/audit.ts'
import { call } from '../../lib/api/call.ts'
import type { AuditRequestBody } from './audit-request.ts'

/** Reads all records that the given requests find, page by page. */
export async function fetchAuditRecords(bodies: readonly AuditRequestBody[]): Promise<AuditRecord[]> {
  const records: AuditRecord[] = []
  for (const body of bodies) {
    let cursor: string | undefined
    do {
      const page = await call(readAuditRecords, { body, query: { cursor } })
      records.push(...page.body)
      cursor = page.next
    } while (cursor)
  }
  return records
}
