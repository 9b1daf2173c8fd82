import { flatKind, type Key, keyAt, type Partition, type Question } from '../key.ts'

/** The entry of a file in the archive's central directory. */
export interface ArchivedFile {
  name: string
  crc: number
  size: number
  /** The size in the archive, in bytes. */
  packed: number
}

/** An export of all the organisation's data, with its progress. */
export interface StoredOrganisationExport {
  id: string
  state: 'waiting' | 'running' | 'ready' | 'failed'
  /** The number of lines in the archive so far. */
  rows: number
  created_at: string
  /** The person who is told when it is ready. */
  user_id: string
  /** The archive can be downloaded until then. Absent until it is ready. */
  ends_at?: string
  /** While the export runs: S3's id of the upload, the parts that S3 has, and the next position. */
  upload_id?: string
  parts?: { etag: string; files: ArchivedFile[] }[]
  position?: ExportPosition
  expires_at_seconds: number
}

export interface ExportPosition {
  /** The index in the list of sources. When it equals the length of the list, everything has been read. */
  source: number
  /** The last position that was read in the source. */
  after?: string | undefined
}

/** Exists while one of an organisation's exports is being made. */
interface ExportUnderWay {
  export_id: string
  /** After this time, in seconds since 1970, the export counts as dead. */
  until: number
}

/** An export whose state machine has yet to be started. */
export interface ExportTask {
  id: string
  tenant_id: string
}

const organisationExportKind = flatKind<StoredOrganisationExport>('export of an organisation')
const exportUnderWayKind = flatKind<ExportUnderWay>('export that is under way')
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
export const exportTasks: Partition<ExportTask> = { pk: 'TASK#EXPORTS', kind: exportTaskKind }

export const exportTaskKeys = {
  exportTask: (id: string) => keyAt<ExportTask>(exportTaskKind, exportTasks.pk, id),
}

export function organisationExportQuestions(): Question[] {
  const example = organisationExportKeys('T#t')
  return [
    { question: 'which exports of all data were there, and how far is one', example: example.organisationExport('id') },
    { question: 'is an export of all data being made', example: example.exportUnderWay },
    { question: 'which exports are to be started', example: exportTaskKeys.exportTask('id') },
  ]
}
