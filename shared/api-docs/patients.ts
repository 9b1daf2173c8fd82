import type * as patients from '../api/patients.ts'
import type { AreaDocs } from './call-docs.ts'

const textRefusal =
  '`time_range` is not one of the organization’s time ranges. If `notices` is `sms`: this environment sends no text messages, or `phone` is not a US phone number.'

export const patientsDocs: AreaDocs<typeof patients> = {
  searchPatients: {
    summary: 'Search patients',
    description: 'Sorted by name. Every page but the last has a `Link` to the next. A `limit` above 200 counts as 200.',
    refusals: {
      422: '`cursor` belongs to another search or organization.',
    },
  },
  createPatient: {
    summary: 'Add a patient',
    refusals: {
      409: 'Another patient has the `external_id`.',
      422: textRefusal,
    },
  },
  readPatient: {
    summary: 'Read a patient',
  },
  updatePatient: {
    summary: 'Edit a patient',
    description:
      'Fields that are not sent keep their values. Deliveries keep the patient’s details they were planned with until they are edited with `refresh_patient`.',
    refusals: { 422: textRefusal },
  },
  deletePatient: {
    summary: 'Delete a patient',
    description: 'The patient is no longer found; their past deliveries stay.',
    refusals: {
      409: 'The patient has open deliveries.',
    },
  },
}
