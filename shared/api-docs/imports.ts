import type * as imports from '../api/imports.ts'
import type { AreaDocs } from './call-docs.ts'

export const importsDocs: AreaDocs<typeof imports> = {
  beginImport: {
    summary: 'Start an import',
    description:
      'Records an event for the import. Send the returned id as `import_id` with the rows of the file, so that their events refer to this import. Importing deliveries requires permission to create them.',
  },
  listColumnChoices: {
    summary: 'List saved column mappings',
    description: 'The last 20 column mappings, newest first.',
  },
  keepColumnChoice: {
    summary: 'Save a column mapping',
    description:
      'A mapping replaces an earlier one for the same column headings. The organization’s last 20 mappings are kept.',
  },
  importDeliveries: {
    summary: 'Import deliveries',
    description: [
      'Each row has the fields of `createDelivery` and names its patient: by `patient_id`, by `patient_external_id`, or by `patient` with the fields of `createPatient`. Such a patient is found as in `importPatients`, and is added if not found; a row changes an existing patient only if it says `rename` or `same_patient`.',
      'An existing delivery is found by `external_id`. The row then edits that delivery, and its prescriptions replace the delivery’s. A row without `external_id` means the delivery that an import has created for the same patient, day and time range, and adds its prescriptions to that delivery. If that delivery can no longer be edited, `when_out: "new"` makes a new delivery of the prescriptions that it lacks. Fields that are missing or empty in a row keep their values, and so do those of a prescription that the delivery has already.',
      'Invalid rows are returned with their problems, in the words of the form, and the other rows are still imported. Sending the same row several times has the same effect as sending it once. A row that edits a delivery or adds a patient requires permission to manage deliveries.',
    ].join(' '),
  },
  importPatients: {
    summary: 'Import patients',
    description: [
      'Each row has the fields of `createPatient`. An existing patient is found by `external_id`, provided that the name is the same, otherwise by name, phone and ZIP code. IDs that differ only in leading zeros are the same if the name, and the phone number or the ZIP code, are the same. The row then edits that patient; fields that are missing or empty in the row keep their values.',
      'A row is rejected if its `external_id` belongs to a patient of another name (`This ID belongs to …`), unless it says `rename: true`. It is also rejected if only the phone number or only the address differs from a patient of the same name (`This looks like …`), unless it says `same_patient: true`, with which that patient takes the new value, or `new_patient: true`.',
      'Invalid rows are returned with their problems, in the words of the form, and the other rows are still imported.',
    ].join(' '),
  },
}
