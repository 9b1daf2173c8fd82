import type { Entry } from '#shared/api/contract.ts'

/** The noun for an entry's subject in a sentence. */
export const subjectName = (subject: Entry['subject'] = 'Tenant') =>
  subject === 'Tenant' ? 'organisation' : subject.toLowerCase()
