import type { Entry } from '#shared/api/contract.ts'

/** What an entry is about, as a sentence names it. */
export const subjectName = (subject: Entry['subject'] = 'Tenant') =>
  subject === 'Tenant' ? 'organisation' : subject.toLowerCase()
