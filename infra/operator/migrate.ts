import { openAws } from './aws.ts'
import { migrateEnvironment } from './migrate-environment.ts'
import { openRegionTable } from './open-region-table.ts'
import { orRefuse } from './refusal.ts'

/** `npm run migrate -- prod`. */
await orRefuse(() =>
  migrateEnvironment(process.argv.slice(2), {
    openAws,
    openTable: openRegionTable,
    now: () => new Date(),
    say: console.log,
  }),
)
