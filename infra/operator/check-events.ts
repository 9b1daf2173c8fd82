import { openAws } from './aws.ts'
import { compareEvents } from './compare-events.ts'
import { openTableInRegion } from './open-table-in-region.ts'
import { runAndPrintRefusal } from './operator-refusal.ts'

/** This file is a command, called as in `npm run check-events -- prod 2026-11-21`. */
await runAndPrintRefusal(() =>
  compareEvents(process.argv.slice(2), {
    openAws,
    openTable: openTableInRegion,
    say: console.log,
  }),
)
