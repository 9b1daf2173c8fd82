import { accountAccessPatterns, accountKeys } from './entities/account.ts'
import { apiKeyAccessPatterns, apiKeyHolderKeys, apiKeyKeys } from './entities/api-key.ts'
import { attemptsAccessPatterns, attemptsKeys } from './entities/attempts.ts'
import { callBackEntryAccessPatterns, callBackEntryKeys } from './entities/call-back-entry.ts'
import { credentialsAccessPatterns, credentialsKeys } from './entities/credentials.ts'
import { dayUsageAccessPatterns, dayUsageKeys } from './entities/day-usage.ts'
import { deliveredEntryAccessPatterns, deliveredEntryKeys } from './entities/delivered-entry.ts'
import { deliveryAccessPatterns, deliveryIndexes, deliveryKeys } from './entities/delivery.ts'
import { deviceKeyAccessPatterns, deviceKeyKeys } from './entities/device-key.ts'
import { doorAccessPatterns, doorKeys } from './entities/door.ts'
import { driverEntryAccessPatterns, driverSearchEntryKeys } from './entities/driver-search-entry.ts'
import { eventAccessPatterns, eventIndexes, eventKeys } from './entities/event.ts'
import { externalIdAccessPatterns, externalIdKeys } from './entities/external-id.ts'
import { historyItemAccessPatterns, historyItemKeys } from './entities/history-item.ts'
import { idempotencyAccessPatterns, idempotencyKeys } from './entities/idempotency-record.ts'
import { importColumnsAccessPatterns, importColumnsKeys } from './entities/import-columns.ts'
import { importedEntryAccessPatterns, importedEntryKeys } from './entities/imported-entry.ts'
import { mailAccessPatterns, mailKeys } from './entities/mail.ts'
import { migrationAccessPatterns } from './entities/migration-progress.ts'
import { organisationEntryAccessPatterns, organisationEntryKeys } from './entities/organisation-entry.ts'
import {
  exportTaskKeys,
  organisationExportAccessPatterns,
  organisationExportKeys,
} from './entities/organisation-export.ts'
import { patientAccessPatterns, patientKeys } from './entities/patient.ts'
import { pendingMembershipAccessPatterns, pendingMembershipKeys } from './entities/pending-membership.ts'
import { roleAccessPatterns, roleKeys } from './entities/role.ts'
import { runAccessPatterns, runKeys } from './entities/run.ts'
import { rxEntryAccessPatterns, rxEntryKeys } from './entities/rx-entry.ts'
import { sessionAccessPatterns, sessionKeys } from './entities/session.ts'
import { signUpAccessPatterns, signUpKeys } from './entities/sign-up.ts'
import { storedSealAccessPatterns, storedSealKeys } from './entities/stored-seal.ts'
import { tenantAccessPatterns, tenantItemKeys } from './entities/tenant.ts'
import { unassignTaskAccessPatterns, unassignTaskKeys } from './entities/unassign-task.ts'
import { undeliverableAddressAccessPatterns, undeliverableAddressKeys } from './entities/undeliverable-address.ts'
import { unsentEntryAccessPatterns, unsentEntryKeys } from './entities/unsent-entry.ts'
import { usedTokenAccessPatterns, usedTokenKeys } from './entities/used-token.ts'
import { userAccessPatterns, userKeys } from './entities/user.ts'
import { waitingHandoverAccessPatterns, waitingHandoverKeys } from './entities/waiting-handover.ts'
import type { AccessPattern } from './key.ts'

/** The table's own key attributes, its expiry attribute, and its indexes. */
export const tableDesign = {
  partition: 'pk',
  sort: 'sk',
  ttl: 'expires_at_seconds',
  indexes: [...deliveryIndexes, ...eventIndexes],
} as const

export type IndexName = (typeof tableDesign)['indexes'][number]['name']

/**
 * Returns the keys and partitions of one tenant, or functions that make them. Every partition key starts with `T#<tenant id>`. Ids
 * are UUIDs of equal length, so no tenant's prefix can be the start of another tenant's.
 */
export function keysOf(tenantId: string) {
  const tenant = `T#${tenantId}`
  return {
    ...tenantItemKeys(tenant),
    ...signUpKeys(tenant),
    ...roleKeys(tenant),
    ...userKeys(tenant),
    ...deviceKeyKeys(tenant),
    ...deliveryKeys(tenant),
    ...historyItemKeys(tenant),
    ...runKeys(tenant),
    ...rxEntryKeys(tenant),
    ...driverSearchEntryKeys(tenant),
    ...deliveredEntryKeys(tenant),
    ...callBackEntryKeys(tenant),
    ...waitingHandoverKeys(tenant),
    ...unsentEntryKeys(tenant),
    ...eventKeys(tenant),
    ...patientKeys(tenant),
    ...externalIdKeys(tenant),
    ...importedEntryKeys(tenant),
    ...importColumnsKeys(tenant),
    ...idempotencyKeys(tenant),
    ...apiKeyKeys(tenant),
    ...organisationExportKeys(tenant),
    ...dayUsageKeys(tenant),
    ...storedSealKeys(tenant),
  }
}
export type TenantKeys = ReturnType<typeof keysOf>

/**
 * Keys outside any tenant. They are for items that are read before the caller's tenant is known, and for what all tenants share:
 * lists, counters, and the addresses to which nothing is sent.
 */
export const unscopedKeys = {
  ...accountKeys,
  ...sessionKeys,
  ...credentialsKeys,
  ...pendingMembershipKeys,
  ...usedTokenKeys,
  ...organisationEntryKeys,
  ...mailKeys,
  ...unassignTaskKeys,
  ...exportTaskKeys,
  ...undeliverableAddressKeys,
  ...doorKeys,
  ...attemptsKeys,
  ...apiKeyHolderKeys,
}

const unscopedStarts = [
  'ACCOUNT#',
  'APIKEY#',
  'CREDENTIALS#',
  'DOOR#',
  'EMAIL#',
  'GOOGLE#',
  'LIMIT#',
  'MAIL#',
  'ORGANISATIONS',
  'TASK#',
  'USED#',
  'WAITING#',
]

/**
 * Returns true if code that runs for a tenant may access a partition of the table or of an index. If `tenantId` is undefined, the
 * code runs for no tenant, and only the partitions of `unscopedKeys` are allowed.
 */
export function mayAccessPartition(partition: string, tenantId: string | undefined): boolean {
  if (unscopedStarts.some((start) => partition.startsWith(start))) return true
  const tenant = `T#${tenantId}`
  return tenantId !== undefined && (partition === tenant || partition.startsWith(`${tenant}#`))
}

/** Returns every question that the table answers, each with an example of the key or partition that answers it. */
export const accessPatterns = (): AccessPattern[] => [
  ...tenantAccessPatterns(),
  ...signUpAccessPatterns(),
  ...roleAccessPatterns(),
  ...userAccessPatterns(),
  ...deviceKeyAccessPatterns(),
  ...deliveryAccessPatterns(),
  ...historyItemAccessPatterns(),
  ...runAccessPatterns(),
  ...rxEntryAccessPatterns(),
  ...driverEntryAccessPatterns(),
  ...deliveredEntryAccessPatterns(),
  ...callBackEntryAccessPatterns(),
  ...waitingHandoverAccessPatterns(),
  ...unsentEntryAccessPatterns(),
  ...eventAccessPatterns(),
  ...patientAccessPatterns(),
  ...externalIdAccessPatterns(),
  ...importedEntryAccessPatterns(),
  ...importColumnsAccessPatterns(),
  ...idempotencyAccessPatterns(),
  ...apiKeyAccessPatterns(),
  ...sessionAccessPatterns(),
  ...accountAccessPatterns(),
  ...credentialsAccessPatterns(),
  ...pendingMembershipAccessPatterns(),
  ...usedTokenAccessPatterns(),
  ...organisationEntryAccessPatterns(),
  ...mailAccessPatterns(),
  ...unassignTaskAccessPatterns(),
  ...organisationExportAccessPatterns(),
  ...dayUsageAccessPatterns(),
  ...storedSealAccessPatterns(),
  ...undeliverableAddressAccessPatterns(),
  ...doorAccessPatterns(),
  ...attemptsAccessPatterns(),
  ...migrationAccessPatterns(),
]
