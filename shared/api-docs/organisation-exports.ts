import type * as organisationExports from '../api/organisation-exports.ts'
import type { AreaDocs } from './call-docs.ts'

export const organisationExportsDocs: AreaDocs<typeof organisationExports> = {
  startExport: {
    summary: 'Start an export of all data',
    description:
      'Creates a ZIP archive of JSON lines: the organization, its people, roles and patients, the deliveries with histories and proofs, the events, and the list of pictures with their checksums. A delivery that changes during the export may have a second line; the later one counts. The caller gets an email when the archive is ready.',
    refusals: {
      409: 'Another export is in progress.',
    },
  },
  listExports: {
    summary: 'List the exports of all data',
    description: 'Newest first. An archive can be downloaded for 24 hours.',
  },
  createExportLink: {
    summary: 'Get the download link for an export',
    description: 'Opening the link downloads the archive. The link works for 15 minutes.',
    refusals: {
      409: 'The export is not ready, has failed or has expired.',
    },
  },
}
