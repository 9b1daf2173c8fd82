import { at, flat, type Partition, type Question } from '../key.ts'

/** Says that an organisation is there to stay. */
interface OrganisationEntry {
  tenant_id: string
}

const organisationEntryKind = flat<OrganisationEntry>('organisation entry')

/** Every organisation whose sign-up was answered: no request asks for it, and nothing else answers it without a scan. */
export const organisationList: Partition<OrganisationEntry> = { pk: 'ORGANISATIONS', kind: organisationEntryKind }

export const organisationEntryKeys = {
  organisationEntry: (tenantId: string) => at<OrganisationEntry>(organisationEntryKind, organisationList.pk, tenantId),
}

export const organisationEntryQuestions = (): Question[] => [
  { question: 'which organisations are there', example: organisationEntryKeys.organisationEntry('tenant') },
]
