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
    description: 'The id of a patient who was merged into another one returns that other patient, with its own `id`.',
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
  mergePatient: {
    summary: 'Merge two patients who are one',
    description:
      'Moves all deliveries of this patient, with their history, to the patient `into`, and returns the patient `into`. Its details stay as they are; it takes the `external_id` and `known_patient` of the merged patient if it has none. From then on, the id and the `external_id` of the merged patient lead to it. If the call fails midway, repeat it: it continues where it stopped.',
    refusals: {
      409: 'The patient was already merged into another one, or too many patients were merged into `into`.',
      422: '`into` is not the id of a patient, or is the patient itself.',
    },
  },
}
