import type * as organisationExports from '../api/organisation-exports.ts'
import type { AreaDocs } from './call-docs.ts'

export const organisationExportsDocs: AreaDocs<typeof organisationExports> = {
  startExport: {
    summary: 'Start an export of all data',
    description:
      'Creates a ZIP archive of JSON lines: the organization, its people, roles and patients, the deliveries with histories and proofs, and the events. The signatures and photos follow in further ZIP files of at most 1 GB each. The list of pictures names the ZIP file (`part`) and the path (`file`) of each, with its checksum. A picture that cannot be found is listed in `missing-pictures`. A delivery that changes during the export may have a second line in each list; the later one counts. The caller gets an email when the archive is ready.',
    refusals: {
      409: 'Another export is in progress.',
    },
  },
  listExports: {
    summary: 'List the exports of all data',
    description:
      'Newest first. An archive can be downloaded for 24 hours. `parts` are its further ZIP files, which contain the pictures.',
  },
  createExportLink: {
    summary: 'Get the download links for an export',
    description:
      'Returns a link to the ZIP file of data, and one to each ZIP file of pictures. Opening a link downloads its file. The links work for 15 minutes.',
    refusals: {
      409: 'The export is not ready, has failed or has expired.',
    },
  },
}
