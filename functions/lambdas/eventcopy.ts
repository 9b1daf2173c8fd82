import { openGuardedTable } from '../data/open-table.ts'
import { copyEvents } from '../events/copy-events.ts'
import { openEventCopies } from '../events/event-copies.ts'
import { openLog } from '../http/log.ts'

const services = {
  table: openGuardedTable(process.env.TABLE_NAME ?? ''),
  copies: openEventCopies({ bucket: process.env.EVENT_COPIES_BUCKET ?? '', pathStyle: false }),
  log: openLog(process.env.LOG_LEVEL),
  now: () => new Date(),
}

/** Called by a schedule, once a day. */
export const handler = (): Promise<void> => copyEvents(services)
