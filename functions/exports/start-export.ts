import type * as organisationExports from '#shared/api/organisation-exports.ts'
import type { StoredOrganisationExport } from '../data/entities/organisation-export.ts'
import { aboutExport } from '../data/subjects.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { dayQuotaWrite } from '../security/day-quotas.ts'
import { exportLifeMs } from './present-export.ts'

/** How long an export stays in the list of exports, in milliseconds. */
const listedMs = 30 * 86_400_000

const inSeconds = (ms: number) => Math.floor(ms / 1000)

export const startExport: Operation<typeof organisationExports.startExport> = async (
  { caller, activity },
  { now, newId },
) => {
  const { tenant, keys, user } = caller
  const at = now().getTime()
  const started: StoredOrganisationExport = {
    id: newId(),
    state: 'waiting',
    rows: 0,
    created_at: now().toISOString(),
    user_id: user.id,
    expires_at_seconds: inSeconds(at + listedMs),
  }
  const { id } = started
  await activity.record(
    { action: 'organisation.exported', ...aboutExport(started) },
    put(
      keys.exportUnderWay,
      { export_id: id, until: inSeconds(at + exportLifeMs) },
      {
        absentOr: { atMost: { until: inSeconds(at) } },
        refused: () => new AppError('conflict', 'An export is already in progress'),
      },
    ),
    put(keys.organisationExport(id), started),
    put(unscopedKeys.exportTask(id), { id, tenant_id: tenant.id }),
    dayQuotaWrite(tenant, { exports: 1 }, now()),
  )
  return { id }
}
