import { accounts } from './accounts.ts'
import { deliveryRows } from './delivery-rows.ts'
import { eventFilters } from './event-filters.ts'
import { foundAtTheCounter } from './found-at-the-counter.ts'
import { foundByTheirPerson } from './found-by-their-person.ts'
import type { Migration } from './migration.ts'
import { organisationEntries } from './organisation-entries.ts'
import { proofs } from './proofs.ts'
import { runColumns } from './run-columns.ts'

/** In the order in which they are carried out. One that has been released is never changed or taken out. */
export const migrations: readonly Migration[] = [
  deliveryRows,
  accounts,
  foundAtTheCounter,
  runColumns,
  proofs,
  organisationEntries,
  foundByTheirPerson,
  eventFilters,
]
