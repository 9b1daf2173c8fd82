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
    description:
      'Each row has the fields of `createDelivery` and names its patient: by `patient_id`, by `patient_external_id`, or by `patient` with the fields of `createPatient`. Such a patient is found by `external_id`, otherwise by name, phone and ZIP code, and is added if not found. An existing delivery is found by `external_id` or, if an import created it without one, by patient, day and time range. The row then edits that delivery; fields that are missing or empty in the row keep their values. An invalid row returns its errors, worded as in the form, and the other rows are still imported. Sending the same row several times has the same effect as sending it once. A row that edits a delivery or adds a patient requires permission to manage deliveries.',
  },
  importPatients: {
    summary: 'Import patients',
    description:
      'Each row has the fields of `createPatient`. An existing patient is found by `external_id`, otherwise by name, phone and ZIP code. The row then edits that patient; fields that are missing or empty in the row keep their values. An invalid row returns its errors, worded as in the form, and the other rows are still imported.',
  },
}
