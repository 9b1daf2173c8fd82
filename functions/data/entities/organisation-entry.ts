import { at, flat, type Partition, type Question } from '../key.ts'

/** Marks an organisation as permanent. */
interface OrganisationEntry {
  tenant_id: string
}

const organisationEntryKind = flat<OrganisationEntry>('organisation entry')

/** Every organisation whose sign-up was confirmed. No request reads this list; without it, a scan would be needed. */
export const organisationList: Partition<OrganisationEntry> = { pk: 'ORGANISATIONS', kind: organisationEntryKind }

export const organisationEntryKeys = {
  organisationEntry: (tenantId: string) => at<OrganisationEntry>(organisationEntryKind, organisationList.pk, tenantId),
}

export const organisationEntryQuestions = (): Question[] => [
  { question: 'which organisations are there', example: organisationEntryKeys.organisationEntry('tenant') },
]
