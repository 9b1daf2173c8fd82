import type { Entry } from '#shared/api/contract.ts'

/** Returns the noun with which sentences name an entry's subject. */
export const subjectName = (subject: Entry['subject'] = 'Tenant') =>
  subject === 'Tenant' ? 'organisation' : subject.toLowerCase()
