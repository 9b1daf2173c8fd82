import { type AccessPattern, flatKind, type Key, keyAt, type Partition } from '../key.ts'

/** The entry of a file in the central directory of the export's ZIP archive. */
export interface ArchivedFile {
  name: string
  crc: number
  size: number
  /** The size in the archive, in bytes. */
  packed: number
}

/** An export of all of an organisation's data, with its progress. */
export interface StoredOrganisationExport {
  id: string
  state: 'waiting' | 'running' | 'ready' | 'failed'
  /** The number of lines in the archive so far. */
  rows: number
  created_at: string
  /** The person who gets a mail when the export is ready. */
  user_id: string
  /** When the archive can no longer be downloaded. Absent until the export is ready. */
  ends_at?: string
  /** While the export runs: S3's id of the upload, the parts uploaded so far, and the position from which to continue. */
  upload_id?: string
  parts?: { etag: string; files: ArchivedFile[] }[]
  position?: ExportPosition
  /** The compressed bytes that the archive's data ended with are kept in S3 until the list of pictures follows. These are their files. */
  rest?: ArchivedFile[]
  /** How many pieces of the list of pictures S3 keeps so far. */
  lists?: number
  /** The archive of pictures that is being uploaded. */
  open_pictures?: OpenPictures
  /** The finished archives of pictures. */
  picture_parts?: { bytes: number }[]
  expires_at_seconds: number
}

/** An archive of pictures whose upload has begun. */
export interface OpenPictures {
  upload_id: string
  etags: string[]
  /** The number of pictures and bytes so far. */
  files: number
  bytes: number
  /** The size of the entries of these pictures in the directory, with which the archive ends. */
  directory_bytes: number
  /** The first piece of the list of pictures that names pictures in this archive. */
  first_list: number
  /** True once the last part has been uploaded. */
  is_closed: boolean
}

export interface ExportPosition {
  /**
   * The index of the source that is being read: first those in `exportSources`, such as the patients, then those in
   * `deliverySources` for the pictures, and then the list of pictures.
   */
  source: number
  /** The sort key of the last item that was read from the source. Absent at the beginning of a source. */
  after?: string | undefined
  /** How many pictures of the next page of deliveries are read already, and the key of the last one. */
  pictures?: { count: number; last: string }
}

/** Marks that an export of the organisation is under way, so that no second one begins. */
interface ExportUnderWay {
  export_id: string
  /** If the export still isn't done at this time, in seconds since the epoch, it counts as failed. */
  until: number
}

/** An export whose state machine has yet to be started. */
export interface ExportTask {
  id: string
  tenant_id: string
}

const organisationExportKind = flatKind<StoredOrganisationExport>('organization export')
const exportUnderWayKind = flatKind<ExportUnderWay>('export in progress')
const exportTaskKind = flatKind<ExportTask>('export to start')

export const organisationExportKeys = (tenant: string) => {
  const pk = `${tenant}#EXPORTS`
  return {
    organisationExports: {
      pk,
      prefix: 'EXPORT#',
      kind: organisationExportKind,
    } satisfies Partition<StoredOrganisationExport>,
    organisationExport: (id: string) => keyAt<StoredOrganisationExport>(organisationExportKind, pk, `EXPORT#${id}`),
    exportUnderWay: keyAt<ExportUnderWay>(exportUnderWayKind, pk, 'UNDERWAY') satisfies Key<ExportUnderWay>,
  }
}

/** The exports that the worker has to start. */
export const exportTaskPartition: Partition<ExportTask> = { pk: 'TASK#EXPORTS', kind: exportTaskKind }

export const exportTaskKeys = {
  exportTask: (id: string) => keyAt<ExportTask>(exportTaskKind, exportTaskPartition.pk, id),
}

export function organisationExportAccessPatterns(): AccessPattern[] {
  const example = organisationExportKeys('T#t')
  return [
    {
      question: 'which exports of all data exist, and how far along is each',
      example: example.organisationExport('id'),
    },
    { question: 'is an export of all data in progress', example: example.exportUnderWay },
    { question: 'which exports are to be started', example: exportTaskKeys.exportTask('id') },
  ]
}
