import type * as exports from '../api/exports.ts'
import type { WordsFor } from './words.ts'

export const exportsWords: WordsFor<typeof exports> = {
  exportList: {
    summary: 'Begin the export of a list',
    description:
      'Leaves the event of the export, with its filters. The pages are read by the call of the list: `listDeliveries` or `searchPatients`.',
  },
  exportRecord: {
    summary: 'Begin the export of all that is known of a patient',
    description:
      'Leaves the event of the export. The record is read by `readPatient`, `listDeliveries`, `exportDeliveries` and `readProof`.',
  },
  exportDeliveries: {
    summary: 'Read deliveries for an export',
    description: 'In no particular order. Unknown and deleted ones are left out.',
  },
}
