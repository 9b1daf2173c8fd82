import { type AccessPattern, flatKind, keyAt } from '../key.ts'

/** The progress of a migration in one segment of the table. */
export interface MigrationProgress {
  /** The last key that was read. Absent once the whole segment has been read. */
  position?: Record<string, unknown>
  seen: number
  changed: number
  finished_at?: string
}

/** The prefix of the partitions that store the progress of migrations. */
export const migrationPartitionPrefix = 'MIGRATION#'

const migrationKind = flatKind<MigrationProgress>('migration')

/** Keys for the code that runs migrations, in the function `migration` or on a developer's machine. Requests never use them. */
export const migrationProgressKeys = {
  migration: (name: string, segment: number) =>
    keyAt<MigrationProgress>(migrationKind, `${migrationPartitionPrefix}${name}`, `SEGMENT#${segment}`),
}

export const migrationAccessPatterns = (): AccessPattern[] => [
  { question: 'how far did this migration get', example: migrationProgressKeys.migration('name', 0) },
]
