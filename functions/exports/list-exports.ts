import type * as organisationExports from '#shared/api/organisation-exports.ts'
import type { Operation } from '../http/operation.ts'
import { presentExport } from './present-export.ts'

export const listExports: Operation<typeof organisationExports.listExports> = async ({ caller }, { table, now }) => {
  const stored = await table.queryAll(caller.keys.organisationExports, { consistent: true })
  return stored
    .map((one) => presentExport(one, now()))
    .sort((one, other) => (one.created_at < other.created_at ? 1 : -1))
}
