import type * as patients from '../api/patients.ts'
import type { WordsFor } from './words.ts'

export const patientsWords: WordsFor<typeof patients> = {
  searchPatients: {
    summary: 'Search the patients',
    description: 'By name. A page that is not the last has a `Link` to the next; `limit` counts as at most 200.',
    refusals: {
      422: '`cursor` is of another search or organisation.',
    },
  },
  createPatient: {
    summary: 'Add a patient',
    refusals: {
      409: 'Another patient has the `external_id`.',
    },
  },
  readPatient: {
    summary: 'Read a patient',
  },
  updatePatient: {
    summary: 'Edit a patient',
    description:
      'What is not sent stays. Deliveries keep the details that they were planned with, until an edit with `refresh_patient`.',
  },
  deletePatient: {
    summary: 'Delete a patient',
    description: 'The patient is no longer found; their past deliveries stay.',
    refusals: {
      409: 'The patient has open deliveries.',
    },
  },
}
