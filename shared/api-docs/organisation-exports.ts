import type * as organisationExports from '../api/organisation-exports.ts'
import type { AreaDocs } from './call-docs.ts'

export const organisationExportsDocs: AreaDocs<typeof organisationExports> = {
  startExport: {
    summary: 'Begin an export of all data',
    description:
      'Makes a ZIP of JSON lines: the organisation, its people, roles and patients, the deliveries with histories and proofs, the events, and the list of pictures with their checksums. A delivery that changes during the export may have a second line; the later one counts. The caller gets a mail when the archive is ready.',
    refusals: {
      409: 'Another export is being made.',
    },
  },
  listExports: {
    summary: 'List the exports of all data',
    description: 'The newest first. An archive can be downloaded for 24 hours.',
  },
  createExportLink: {
    summary: 'Read the address of an export',
    description: 'Opening the address downloads the archive. The address works for 15 minutes.',
    refusals: {
      409: 'The export is not ready, has failed or has expired.',
    },
  },
}
