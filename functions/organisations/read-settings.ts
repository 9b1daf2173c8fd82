import type * as settings from '#shared/api/settings.ts'
import { settings as answer, type Settings } from '#shared/model/settings.ts'
import { pickFields } from '#shared/model/shapes.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import type { Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { usageDayOf } from '../security/day-quotas.ts'

/** Returns the settings, and what the organisation's usage of today says about them. */
export async function presentSettings({ table, now }: Services, tenant: StoredTenant): Promise<Settings> {
  const { npi_number, nabp_number, fax_number } = tenant.metadata
  const usage = await table.get(usageDayOf(tenant, now()).key)
  return pickFields(answer(), {
    ...tenant,
    npi_number,
    nabp_number,
    fax_number,
    verified: tenant.verified_at !== undefined,
    verification_asked: (usage?.verification_requests ?? 0) > 0,
    updates_held_today: (usage?.messages_held ?? 0) > 0,
  })
}

export const readSettings: Operation<typeof settings.readSettings> = ({ caller }, services) =>
  presentSettings(services, caller.tenant)
