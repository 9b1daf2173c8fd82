import { openTable } from '#functions/data/open-table.ts'
import { openAws } from './aws.ts'
import { compareEvents } from './compare-events.ts'
import { orRefuse } from './refusal.ts'

/** `npm run check-events -- prod 2026-11-21`. */
await orRefuse(() =>
  compareEvents(process.argv.slice(2), {
    openAws,
    openTable(region, name) {
      // Whatever region the operator's shell has: the table is in the environment's own.
      process.env.AWS_REGION = region
      return openTable(name)
    },
    say: console.log,
  }),
)
