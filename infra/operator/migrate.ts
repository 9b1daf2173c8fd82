import { openTable } from '#functions/data/open-table.ts'
import { openAws } from './aws.ts'
import { migrateEnvironment } from './migrate-environment.ts'
import { orRefuse } from './refusal.ts'

/** `npm run migrate -- prod`. */
await orRefuse(() =>
  migrateEnvironment(process.argv.slice(2), {
    openAws,
    openTable(region, name) {
      // Whatever region the operator's shell has: the table is in the environment's own.
      process.env.AWS_REGION = region
      return openTable(name)
    },
    now: () => new Date(),
    say: console.log,
  }),
)
