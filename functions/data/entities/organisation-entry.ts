import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/** Marks an organisation as permanent. */
interface OrganisationEntry {
  tenant_id: string
}

const organisationEntryKind = flatKind<OrganisationEntry>('organisation entry')

/** Every organisation whose sign-up was confirmed. No request reads this list; it spares operators a scan of the table. */
export const organisationList: Partition<OrganisationEntry> = { pk: 'ORGANISATIONS', kind: organisationEntryKind }

export const organisationEntryKeys = {
  organisationEntry: (tenantId: string) =>
    keyAt<OrganisationEntry>(organisationEntryKind, organisationList.pk, tenantId),
}

export const organisationEntryAccessPatterns = (): AccessPattern[] => [
  { question: 'which organisations are there', example: organisationEntryKeys.organisationEntry('tenant') },
]
