import type { Migration } from './migration.ts'

/**
 * All migrations in the order in which they run. There is none yet; `tests/infra/example-migration.ts` shows one. A released
 * migration must never be changed or removed.
 */
export const migrations: readonly Migration[] = []
