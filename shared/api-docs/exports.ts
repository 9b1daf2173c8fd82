import type * as exports from '../api/exports.ts'
import type { AreaDocs } from './call-docs.ts'

export const exportsDocs: AreaDocs<typeof exports> = {
  exportList: {
    summary: 'Begin the export of a list',
    description:
      'Records the event of the export, with its filters. Then read the pages of the list with `listDeliveries` or `searchPatients`.',
    refusals: { 422: 'An entry of the filter `status` is not the status of a delivery.' },
  },
  exportRecord: {
    summary: 'Begin the export of everything about a patient',
    description:
      'Records the event of the export. Then read the data with `readPatient`, `listDeliveries`, `exportDeliveries` and `readProof`.',
  },
  exportDeliveries: {
    summary: 'Read deliveries for an export',
    description: 'In no particular order. Unknown and deleted ones are left out.',
  },
}
