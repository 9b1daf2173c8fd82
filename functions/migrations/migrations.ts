import { eventKeys } from './event-keys.ts'
import type { Migration } from './migration.ts'

/** In the order in which they are carried out. One that has been released is never changed or taken out. */
export const migrations: readonly Migration[] = [eventKeys]
