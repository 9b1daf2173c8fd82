import { at, flat, type Key, type Partition, type Question } from '../key.ts'

/** What the directory of an archive says of one of its files. */
export interface ArchivedFile {
  name: string
  crc: number
  size: number
  /** Its bytes as they lie in the archive. */
  packed: number
}

/** An export of all that an organisation has, and how far it has got. */
export interface StoredOrganisationExport {
  id: string
  state: 'waiting' | 'running' | 'ready' | 'failed'
  /** The lines that the archive has so far. */
  rows: number
  created_at: string
  /** Who is told when it is ready. */
  user_id: string
  /** Until then the archive can be downloaded; absent until it is ready. */
  ends_at?: string
  /** While it is made: what S3 calls the upload, the parts that S3 has, and what comes next. */
  upload_id?: string
  parts?: { etag: string; files: ArchivedFile[] }[]
  position?: ExportPosition
  expires_at_seconds: number
}

export interface ExportPosition {
  /** The place in the list of sources; behind its end nothing is left to read. */
  source: number
  /** What the source has shown already. */
  after?: string | undefined
}

/** Stands beside an organisation's exports while one is being made. */
interface ExportUnderWay {
  export_id: string
  /** From then on it is taken for dead, in seconds since 1970. */
  until: number
}

/** An export waits for its state machine to be started. */
export interface ExportTask {
  id: string
  tenant_id: string
}

const organisationExportKind = flat<StoredOrganisationExport>('export of an organisation')
const exportUnderWayKind = flat<ExportUnderWay>('export that is under way')
const exportTaskKind = flat<ExportTask>('export to start')

export const organisationExportKeys = (tenant: string) => {
  const pk = `${tenant}#EXPORTS`
  return {
    organisationExports: {
      pk,
      prefix: 'EXPORT#',
      kind: organisationExportKind,
    } satisfies Partition<StoredOrganisationExport>,
    organisationExport: (id: string) => at<StoredOrganisationExport>(organisationExportKind, pk, `EXPORT#${id}`),
    exportUnderWay: at<ExportUnderWay>(exportUnderWayKind, pk, 'UNDERWAY') satisfies Key<ExportUnderWay>,
  }
}

/** What the worker is to start. */
export const exportTasks: Partition<ExportTask> = { pk: 'TASK#EXPORTS', kind: exportTaskKind }

export const exportTaskKeys = {
  exportTask: (id: string) => at<ExportTask>(exportTaskKind, exportTasks.pk, id),
}

export function organisationExportQuestions(): Question[] {
  const example = organisationExportKeys('T#t')
  return [
    { question: 'which exports of all data were there, and how far is one', example: example.organisationExport('id') },
    { question: 'is an export of all data being made', example: example.exportUnderWay },
    { question: 'which exports are to be started', example: exportTaskKeys.exportTask('id') },
  ]
}
