import { foldSearchAnew } from './fold-search-anew.ts'
import { listFailureReasons } from './list-failure-reasons.ts'
import type { Migration } from './migration.ts'

/** All migrations in the order in which they run. A released migration must never be changed or removed. */
export const migrations: readonly Migration[] = [foldSearchAnew, listFailureReasons]
