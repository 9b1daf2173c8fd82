import { eventKeys } from './event-keys.ts'
import type { Migration } from './migration.ts'

/** In the order in which they run. A released migration is never changed or removed. */
export const migrations: readonly Migration[] = [eventKeys]
