import { at, flat, type Question } from '../key.ts'

/** How far an operators' migration got in one segment of the table. */
export interface MigrationProgress {
  /** The last key that was looked at; absent once the segment is done. */
  position?: Record<string, unknown>
  seen: number
  changed: number
  finished_at?: string
}

/** How the partitions begin that it lies in. */
export const migrationPartition = 'MIGRATION#'

const migrationKind = flat<MigrationProgress>('migration')

/** Keys that operators' commands use, and no request. */
export const operatorKeys = {
  migration: (name: string, segment: number) =>
    at<MigrationProgress>(migrationKind, `${migrationPartition}${name}`, `SEGMENT#${segment}`),
}

export const migrationQuestions = (): Question[] => [
  { question: 'how far did this migration get', example: operatorKeys.migration('name', 0) },
]
