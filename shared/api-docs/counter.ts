import type * as counter from '../api/counter.ts'
import type { WordsFor } from './words.ts'

export const counterWords: WordsFor<typeof counter> = {
  search: {
    summary: 'Search patients, prescriptions and deliveries',
    description:
      'At most 8 of each. Patients are answered to callers who manage deliveries; deliveries are found by the start of their id first, then by prescription number, then by patient.',
  },
  readDay: {
    summary: 'Count a day’s deliveries',
    description:
      'By status and by time slot, with the money expected and collected. Without a date it is the organisation’s today.',
  },
  changeDeliveries: {
    summary: 'Change many deliveries',
    description:
      'Up to 100, in the order of the answer. Each obeys its own rules: one that refuses says why, and the others go on.',
    refusals: { 422: '`pharmacist_id` names nobody who can deliver.' },
  },
  findPrescription: {
    summary: 'Find the deliveries of a prescription',
    description: 'Open and delivered ones of the last 30 days that have this number, newest first.',
  },
}
