import { accountKeys, accountQuestions } from './entities/account.ts'
import { apiKeyHolderKeys, apiKeyKeys, apiKeyQuestions } from './entities/api-key.ts'
import { attemptsKeys, attemptsQuestions } from './entities/attempts.ts'
import { callBackEntryKeys, callBackEntryQuestions } from './entities/call-back-entry.ts'
import { credentialsKeys, credentialsQuestions } from './entities/credentials.ts'
import { deadAddressKeys, deadAddressQuestions } from './entities/dead-address.ts'
import { deliveredEntryKeys, deliveredEntryQuestions } from './entities/delivered-entry.ts'
import { deliveryIndexes, deliveryKeys, deliveryQuestions } from './entities/delivery.ts'
import { doorKeys, doorQuestions } from './entities/door.ts'
import { eventIndexes, eventKeys, eventQuestions } from './entities/event.ts'
import { externalIdKeys, externalIdQuestions } from './entities/external-id.ts'
import { historyItemKeys, historyItemQuestions } from './entities/history-item.ts'
import { idempotencyKeys, idempotencyQuestions } from './entities/idempotency-record.ts'
import { importColumnsKeys, importColumnsQuestions } from './entities/import-columns.ts'
import { importedEntryKeys, importedEntryQuestions } from './entities/imported-entry.ts'
import { mailKeys, mailQuestions } from './entities/mail.ts'
import { migrationQuestions } from './entities/migration-progress.ts'
import { organisationEntryKeys, organisationEntryQuestions } from './entities/organisation-entry.ts'
import { exportTaskKeys, organisationExportKeys, organisationExportQuestions } from './entities/organisation-export.ts'
import { ownEntryKeys, ownEntryQuestions } from './entities/own-entry.ts'
import { patientKeys, patientQuestions } from './entities/patient.ts'
import { roleKeys, roleQuestions } from './entities/role.ts'
import { runKeys, runQuestions } from './entities/run.ts'
import { rxEntryKeys, rxEntryQuestions } from './entities/rx-entry.ts'
import { sessionKeys, sessionQuestions } from './entities/session.ts'
import { signUpKeys, signUpQuestions } from './entities/sign-up.ts'
import { takingBackKeys, takingBackQuestions } from './entities/taking-back.ts'
import { tenantKeys, tenantQuestions } from './entities/tenant.ts'
import { unsentEntryKeys, unsentEntryQuestions } from './entities/unsent-entry.ts'
import { usedTokenKeys, usedTokenQuestions } from './entities/used-token.ts'
import { userKeys, userQuestions } from './entities/user.ts'
import { waitingHandoverKeys, waitingHandoverQuestions } from './entities/waiting-handover.ts'
import { waitingKeys, waitingQuestions } from './entities/waiting-person.ts'
import type { Question } from './key.ts'

/** The table's own keys, and its indexes. */
export const tableDesign = {
  partition: 'pk',
  sort: 'sk',
  ttl: 'expires_at_seconds',
  indexes: [...deliveryIndexes, ...eventIndexes],
} as const

export type IndexName = (typeof tableDesign)['indexes'][number]['name']

/**
 * All keys of one tenant, each starting with `T#<tenant id>`. Ids are UUIDs of equal length, so no tenant's prefix can be the start
 * of another tenant's.
 */
export function keysOf(tenantId: string) {
  const tenant = `T#${tenantId}`
  return {
    ...tenantKeys(tenant),
    ...signUpKeys(tenant),
    ...roleKeys(tenant),
    ...userKeys(tenant),
    ...deliveryKeys(tenant),
    ...historyItemKeys(tenant),
    ...runKeys(tenant),
    ...rxEntryKeys(tenant),
    ...ownEntryKeys(tenant),
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
  }
}
export type TenantKeys = ReturnType<typeof keysOf>

/** Keys outside any tenant. They serve reads that happen before the caller's tenant is known. */
export const unscopedKeys = {
  ...accountKeys,
  ...sessionKeys,
  ...credentialsKeys,
  ...waitingKeys,
  ...usedTokenKeys,
  ...organisationEntryKeys,
  ...mailKeys,
  ...takingBackKeys,
  ...exportTaskKeys,
  ...deadAddressKeys,
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
 * Whether a request may access a partition of the table or of an index. `tenantId` is undefined until the request has entered a
 * tenant.
 */
export function mayAccessPartition(partition: string, tenantId: string | undefined): boolean {
  if (unscopedStarts.some((start) => partition.startsWith(start))) return true
  const tenant = `T#${tenantId}`
  return tenantId !== undefined && (partition === tenant || partition.startsWith(`${tenant}#`))
}

/** Every question that the table answers. */
export const questions = (): Question[] => [
  ...tenantQuestions(),
  ...signUpQuestions(),
  ...roleQuestions(),
  ...userQuestions(),
  ...deliveryQuestions(),
  ...historyItemQuestions(),
  ...runQuestions(),
  ...rxEntryQuestions(),
  ...ownEntryQuestions(),
  ...deliveredEntryQuestions(),
  ...callBackEntryQuestions(),
  ...waitingHandoverQuestions(),
  ...unsentEntryQuestions(),
  ...eventQuestions(),
  ...patientQuestions(),
  ...externalIdQuestions(),
  ...importedEntryQuestions(),
  ...importColumnsQuestions(),
  ...idempotencyQuestions(),
  ...apiKeyQuestions(),
  ...sessionQuestions(),
  ...accountQuestions(),
  ...credentialsQuestions(),
  ...waitingQuestions(),
  ...usedTokenQuestions(),
  ...organisationEntryQuestions(),
  ...mailQuestions(),
  ...takingBackQuestions(),
  ...organisationExportQuestions(),
  ...deadAddressQuestions(),
  ...doorQuestions(),
  ...attemptsQuestions(),
  ...migrationQuestions(),
]
