import type * as exports from '../api/exports.ts'
import type { AreaDocs } from './call-docs.ts'

export const exportsDocs: AreaDocs<typeof exports> = {
  exportList: {
    summary: 'Start a list export',
    description:
      'Records an event for the export, with its filters. Then read the pages of the list with `listDeliveries` or `searchPatients`.',
    refusals: { 422: 'An entry in the filter `status` is not a delivery status.' },
  },
  exportRecord: {
    summary: 'Start a patient record export',
    description:
      'Records an event for the export. Then read the data with `readPatient`, `listDeliveries`, `exportDeliveries` and `readProof`.',
  },
  exportDeliveries: {
    summary: 'Read deliveries for an export',
    description:
      'Returns the deliveries in no particular order, with the external IDs of their patients. Unknown and deleted ones are left out.',
  },
}
