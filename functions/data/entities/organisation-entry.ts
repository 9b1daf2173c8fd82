import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/** Lists an organisation whose sign-up was confirmed. */
interface OrganisationEntry {
  tenant_id: string
}

const organisationEntryKind = flatKind<OrganisationEntry>('organization entry')

/**
 * The list of all organisations whose sign-up was confirmed. No request reads this list; it spares the copying of events and the
 * operators a scan of the table.
 */
export const organisationEntryPartition: Partition<OrganisationEntry> = {
  pk: 'ORGANISATIONS',
  kind: organisationEntryKind,
}

export const organisationEntryKeys = {
  organisationEntry: (tenantId: string) =>
    keyAt<OrganisationEntry>(organisationEntryKind, organisationEntryPartition.pk, tenantId),
}

export const organisationEntryAccessPatterns = (): AccessPattern[] => [
  { question: 'which organizations exist', example: organisationEntryKeys.organisationEntry('tenant') },
]
