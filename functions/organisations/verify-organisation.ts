import { systemActor } from '#shared/model/activity.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { aboutOrganisation } from '../data/subjects.ts'
import { keysOf } from '../data/table-keys.ts'
import { update, type Write } from '../data/writes.ts'
import { openEventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { letterWrite } from '../mail/outbox.ts'
import type { ChangeableQuota } from '../security/day-quotas.ts'

type Needs = Pick<Services, 'table' | 'now' | 'newId'>

interface OperatorChange {
  field: string
  from: string | null
  to: string | null
}

/** Returns the writes of the event that an operator has changed something about an organisation. */
function operatorEventWrites(services: Needs, tenant: StoredTenant, change: OperatorChange): Write[] {
  const actor = { tenantId: tenant.id, actor: systemActor }
  const options = { event: 'organisation.verified', place: null, requestId: 'operator' } as const
  return openEventRecorder(services, actor, options).eventsFor([actor], () => ({
    action: 'organisation.verified',
    ...aboutOrganisation(tenant),
    changes: [change],
  }))
}

const unchanged = ({ verified_at }: StoredTenant) =>
  verified_at === undefined ? { hasNot: ['verified_at' as const] } : { where: { verified_at } }

/**
 * Verifies an organisation, or takes that back. Messages that are waiting are judged when they are sent, so both take effect at
 * once. The administrators get a mail when their organisation is verified.
 */
export async function verifyOrganisation(services: Needs, tenant: StoredTenant, isVerified: boolean): Promise<void> {
  const words = (is: boolean) => (is ? 'verified' : null)
  const verified_at = services.now().toISOString()
  await services.table.write(
    update(keysOf(tenant.id).tenant, isVerified ? { set: { verified_at } } : { remove: ['verified_at'] }, {
      exists: true,
      ...unchanged(tenant),
      refused: () => new OvertakenError(),
    }),
    ...operatorEventWrites(services, tenant, {
      field: 'verification',
      from: words(tenant.verified_at !== undefined),
      to: words(isVerified),
    }),
    ...(isVerified ? [letterWrite(services, 'verified', { tenant_id: tenant.id })] : []),
  )
}

/** Sets a daily limit of an organisation in place of the usual one. */
export async function setDayLimit(
  services: Needs,
  tenant: StoredTenant,
  { what, limit }: { what: ChangeableQuota; limit: number },
): Promise<void> {
  const { limits = {} } = tenant
  const before = limits[what]
  await services.table.write(
    update(keysOf(tenant.id).tenant, { set: { limits: { ...limits, [what]: limit } } }, { exists: true }),
    ...operatorEventWrites(services, tenant, {
      field: `daily limit: ${what}`,
      from: before === undefined ? null : String(before),
      to: String(limit),
    }),
  )
}
