import type * as settings from '#shared/api/settings.ts'
import { settings as answer, type Settings } from '#shared/model/settings.ts'
import { pickFields } from '#shared/model/shapes.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import type { Operation } from '../http/operation.ts'

export const presentSettings = (tenant: StoredTenant): Settings => {
  const { npi_number, nabp_number, fax_number } = tenant.metadata
  return pickFields(answer(), { ...tenant, npi_number, nabp_number, fax_number })
}

export const readSettings: Operation<typeof settings.readSettings> = ({ caller }) => presentSettings(caller.tenant)
