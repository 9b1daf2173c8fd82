import type * as imports from '../api/imports.ts'
import type { WordsFor } from './words.ts'

export const importsWords: WordsFor<typeof imports> = {
  beginImport: {
    summary: 'Begin an import',
    description:
      'Leaves the event of the import. The answered id goes with the rows of the file, as `import_id`, and stands in their events. Importing deliveries needs the right to create them.',
  },
  listColumns: {
    summary: 'List the columns of earlier imports',
    description: 'The 20 choices of columns that were made last, the newest first.',
  },
  keepColumns: {
    summary: 'Keep the columns of an import',
    description: 'A choice takes the place of an earlier one with the same heads. The organisation has its last 20.',
  },
  importDeliveries: {
    summary: 'Import deliveries',
    description:
      'Each row has the fields of `createDelivery` and says for whom it is: by `patient_id`, by `patient_external_id`, or by `patient` with the fields of `createPatient`, who is found by `external_id`, else by name, phone and ZIP code, and else added. A delivery is known again by `external_id`, and without one, where an import has made it, by patient, day and time range: then what the row says of it is an edit, and what it leaves out, an empty text too, stays. A row that is wrong is answered with its problems in the words of the form, and the others go on. Whether it is sent once or many times, the same row leaves the same. A row that edits what is there, or adds a patient, needs the right to manage deliveries.',
  },
  importPatients: {
    summary: 'Import patients',
    description:
      'Each row has the fields of `createPatient`. A patient is known again by `external_id`, else by name, phone and ZIP code: then what the row says of them is an edit, and what it leaves out, an empty text too, stays. A row that is wrong is answered with its problems in the words of the form, and the others go on.',
  },
}
