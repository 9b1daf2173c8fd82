import type { Entry } from '#shared/api/contract.ts'

/** Returns the noun for an entry's subject in sentences, for example `organization` for a tenant. */
export const subjectName = (subject: Entry['subject'] = 'Tenant') =>
  subject === 'Tenant' ? 'organization' : subject.toLowerCase()
